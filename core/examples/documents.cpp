#include "core/examples/documents.h"

#include "core/data/dataset_builder.h"
#include "core/examples/xml_text.h"
#include "core/io/readers.h"
#include "core/support/random.h"

#include <array>
#include <string_view>

namespace atlas {

namespace {

/// Draws the texts and the counts of one document.
class Author {
public:
    explicit Author(Random& random) : m_random(random) { }

    bool often() { return m_random.chance(0.8); }
    bool sometimes() { return m_random.chance(0.35); }
    std::size_t between(std::size_t low, std::size_t high) { return low + m_random.below(high - low + 1); }

    std::string word()
    {
        static constexpr std::array words{"amber",  "basin",   "cedar",   "delta",   "ember",  "field",
                                          "grain",  "harbour", "island",  "juniper", "kettle", "lantern",
                                          "meadow", "north",   "orchard", "paper",   "quartz", "river",
                                          "stone",  "timber",  "upland",  "velvet",  "willow", "yarn"};
        return words[m_random.below(words.size())];
    }
    std::string words(std::size_t count)
    {
        std::string text = word();
        for (std::size_t i = 1; i < count; ++i)
            text += " " + word();
        return text;
    }
    std::string person()
    {
        static constexpr std::array first{"Ada", "Boris", "Carla", "Dara", "Emil", "Fatima", "Goran", "Hana"};
        static constexpr std::array last{"Abel", "Brandt", "Costa", "Duarte", "Egger", "Fischer", "Galli"};
        return std::string(first[m_random.below(first.size())]) + " " + last[m_random.below(last.size())];
    }
    std::string amount() { return std::to_string(between(1, 480)) + "." + std::to_string(between(10, 99)); }
    std::string date()
    {
        return std::to_string(between(1995, 2024)) + "-" + std::to_string(between(10, 12)) + "-"
            + std::to_string(between(10, 28));
    }
    std::string count(std::size_t low, std::size_t high) { return std::to_string(between(low, high)); }

private:
    Random& m_random;
};

void address(XmlText& xml, Author& author, std::string_view tag)
{
    xml.open(tag);
    xml.leaf("name", author.person());
    if (author.often())
        xml.leaf("street", author.word() + " street " + author.count(1, 90));
    xml.leaf("city", author.word());
    if (author.sometimes())
        xml.leaf("country", author.word());
    xml.close();
}

void writeInvoice(XmlText& xml, Author& author)
{
    xml.open("invoice");
    xml.leaf("number", author.count(1000, 9999));
    xml.leaf("date", author.date());
    address(xml, author, "seller");
    address(xml, author, "buyer");
    xml.open("items");
    for (std::size_t i = author.between(1, 9); i > 0; --i) {
        xml.open("item");
        xml.leaf("description", author.words(2));
        xml.leaf("quantity", author.count(1, 20));
        xml.leaf("price", author.amount());
        if (author.sometimes())
            xml.leaf("discount", author.count(5, 30));
        xml.close();
    }
    xml.close();
    xml.open("total");
    xml.leaf("net", author.amount());
    if (author.often())
        xml.leaf("tax", author.amount());
    xml.leaf("gross", author.amount());
    xml.close();
    if (author.sometimes())
        xml.leaf("note", author.words(6));
    xml.close();
}

void writeLetter(XmlText& xml, Author& author)
{
    xml.open("letter");
    address(xml, author, "sender");
    address(xml, author, "recipient");
    xml.leaf("date", author.date());
    if (author.often())
        xml.leaf("subject", author.words(3));
    xml.leaf("salutation", "Dear " + author.person());
    xml.open("body");
    for (std::size_t i = author.between(1, 5); i > 0; --i)
        xml.leaf("paragraph", author.words(14));
    xml.close();
    xml.leaf("closing", "Yours");
    xml.leaf("signature", author.person());
    for (std::size_t i = author.sometimes() ? author.between(1, 3) : 0; i > 0; --i)
        xml.leaf("enclosure", author.words(2));
    xml.close();
}

void writeRecipe(XmlText& xml, Author& author)
{
    xml.open("recipe");
    xml.leaf("title", author.words(2));
    if (author.often())
        xml.leaf("servings", author.count(1, 8));
    if (author.often()) {
        xml.open("times");
        xml.leaf("preparation", author.count(5, 60));
        xml.leaf("cooking", author.count(5, 180));
        xml.close();
    }
    xml.open("ingredients");
    for (std::size_t i = author.between(3, 10); i > 0; --i) {
        xml.open("ingredient");
        xml.leaf("name", author.word());
        xml.leaf("amount", author.count(1, 500));
        if (author.often())
            xml.leaf("unit", "g");
        xml.close();
    }
    xml.close();
    xml.open("steps");
    for (std::size_t i = author.between(2, 8); i > 0; --i)
        xml.leaf("step", author.words(9));
    xml.close();
    if (author.sometimes())
        xml.leaf("tip", author.words(7));
    xml.close();
}

void writeArticle(XmlText& xml, Author& author)
{
    xml.open("article");
    xml.open("front");
    xml.leaf("title", author.words(5));
    for (std::size_t i = author.between(1, 4); i > 0; --i)
        xml.leaf("author", author.person());
    if (author.often())
        xml.leaf("abstract", author.words(30));
    xml.close();
    xml.open("body");
    for (std::size_t section = author.between(2, 5); section > 0; --section) {
        xml.open("section");
        xml.leaf("heading", author.words(3));
        for (std::size_t i = author.between(1, 4); i > 0; --i)
            xml.leaf("paragraph", author.words(20));
        if (author.sometimes()) {
            xml.open("figure");
            xml.empty("image");
            xml.leaf("caption", author.words(6));
            xml.close();
        }
        xml.close();
    }
    xml.close();
    xml.open("references");
    for (std::size_t i = author.between(0, 6); i > 0; --i) {
        xml.open("reference");
        xml.leaf("author", author.person());
        xml.leaf("title", author.words(4));
        xml.leaf("year", author.count(1970, 2024));
        xml.close();
    }
    xml.close();
    xml.close();
}

void writePlaylist(XmlText& xml, Author& author)
{
    xml.open("playlist");
    xml.leaf("title", author.words(2));
    if (author.sometimes())
        xml.leaf("creator", author.person());
    xml.open("tracks");
    for (std::size_t i = author.between(3, 14); i > 0; --i) {
        xml.open("track");
        xml.leaf("title", author.words(2));
        xml.leaf("artist", author.person());
        if (author.often())
            xml.leaf("album", author.words(2));
        xml.leaf("duration", author.count(90, 480));
        if (author.sometimes())
            xml.empty("favourite");
        xml.close();
    }
    xml.close();
    xml.close();
}

void writeCv(XmlText& xml, Author& author)
{
    xml.open("cv");
    xml.open("person");
    xml.leaf("name", author.person());
    xml.leaf("email", author.word() + "@example.org");
    if (author.often())
        xml.leaf("phone", author.count(100000, 999999));
    xml.close();
    xml.open("education");
    for (std::size_t i = author.between(1, 3); i > 0; --i) {
        xml.open("degree");
        xml.leaf("title", author.words(2));
        xml.leaf("school", author.words(2));
        xml.leaf("year", author.count(1980, 2024));
        xml.close();
    }
    xml.close();
    xml.open("experience");
    for (std::size_t i = author.between(0, 5); i > 0; --i) {
        xml.open("position");
        xml.leaf("title", author.words(2));
        xml.leaf("employer", author.word());
        xml.leaf("from", author.date());
        if (author.often())
            xml.leaf("to", author.date());
        for (std::size_t task = author.between(0, 3); task > 0; --task)
            xml.leaf("task", author.words(6));
        xml.close();
    }
    xml.close();
    if (author.often()) {
        xml.open("languages");
        for (std::size_t i = author.between(1, 4); i > 0; --i)
            xml.leaf("language", author.word());
        xml.close();
    }
    xml.close();
}

struct DocumentKind {
    const char* name;
    void (*write)(XmlText&, Author&);
};
constexpr std::array<DocumentKind, 6> kinds{{
    {"article", writeArticle},
    {"cv", writeCv},
    {"invoice", writeInvoice},
    {"letter", writeLetter},
    {"playlist", writePlaylist},
    {"recipe", writeRecipe},
}};

/// "letter-007": equal lengths, so that the order of names is the order of numbers.
std::string documentName(const char* kind, std::size_t number)
{
    const std::string digits = std::to_string(number);
    return std::string(kind) + "-" + std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits;
}

} // namespace

std::vector<ExampleDocument> exampleDocuments(std::uint64_t seed, const DocumentsParameters& parameters)
{
    std::vector<ExampleDocument> documents;
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        Random random(seed, kind + 1);
        for (std::size_t i = 1; i <= parameters.documentsPerKind; ++i) {
            XmlText xml;
            Author author(random);
            kinds[kind].write(xml, author);
            documents.push_back({kinds[kind].name, documentName(kinds[kind].name, i), xml.take()});
        }
    }
    return documents;
}

Result<DatasetPtr> makeDocuments(std::uint64_t seed, const DocumentsParameters& parameters,
                                 ProgressToken progress)
{
    DatasetBuilder builder(StructureKind::Tree, {"example:documents", "xml", "made by the program"});
    const std::vector<ExampleDocument> documents = exampleDocuments(seed, parameters);
    for (std::size_t i = 0; i < documents.size(); ++i) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "Making the example was cancelled."};
        const ExampleDocument& document = documents[i];
        TextInput input = TextInput::fromMemory(document.kind + "/" + document.name + ".xml", document.xml);
        builder.beginFile(input.name());
        const Result<void> read = readXml(input, {}, {document.name, document.kind}, builder, {});
        if (!read)
            return read.error();
        progress.report(static_cast<double>(i + 1) / static_cast<double>(documents.size()));
    }
    return builder.finish();
}

} // namespace atlas
