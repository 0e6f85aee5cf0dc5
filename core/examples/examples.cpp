#include "core/examples/examples.h"

#include "core/examples/artificial1.h"
#include "core/examples/artificial2.h"
#include "core/examples/documents.h"
#include "core/examples/grammar.h"
#include "core/examples/medicines.h"
#include "core/examples/policemen.h"
#include "core/io/json_lines_writer.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

namespace atlas {

namespace {

constexpr std::array<ExampleInfo, 7> allExamples{{
    {"medicines", "Medicines",
     "259 well-known medicines in 17 pharmacological classes, as molecules. What do the members of a class "
     "share?",
     "medicines.csv"},
    {"documents", "XML documents",
     "240 documents of six kinds: articles, CVs, invoices, letters, playlists and recipes, as trees of their "
     "elements.",
     "documents"},
    {"policemen", "Traffic policemen",
     "600 pictures of policemen, houses and ships in 12 classes, as trees of their parts' centres of "
     "gravity.",
     "policemen.jsonl"},
    {"grammar", "Grammar",
     "421 distinct parse trees of a small context-free grammar of English, from the recursive-PCA paper.",
     "grammar.jsonl"},
    {"artificial1", "Artificial1",
     "200 left sequences, 200 right sequences and 200 binary trees, whose labels tell nothing about the "
     "class.",
     "artificial1.jsonl"},
    {"artificial1-equal", "Artificial1, equal labels",
     "The shapes of Artificial1 with one label everywhere: only structure is left.",
     "artificial1-equal.jsonl"},
    {"artificial2", "Artificial2",
     "320 complete binary trees from four hidden tree Markov models: only how labels follow each other tells "
     "the classes apart.",
     "artificial2.jsonl"},
}};

Result<DatasetPtr> makeKnown(std::string_view name, std::uint64_t seed, const ProgressToken& progress)
{
    if (name == "medicines")
        return makeMedicines(progress);
    if (name == "documents")
        return makeDocuments(seed, {}, progress);
    if (name == "policemen")
        return makePolicemen(seed, {}, progress);
    if (name == "grammar")
        return makeGrammar(seed, {}, progress);
    if (name == "artificial1")
        return makeArtificial1(seed, {}, progress);
    if (name == "artificial1-equal")
        return makeArtificial1(seed, {.equalLabels = true}, progress);
    return makeArtificial2(seed, {}, progress);
}

Error noSuchExample(std::string_view name)
{
    std::vector<std::string> names;
    std::string list;
    for (const ExampleInfo& example : allExamples) {
        names.emplace_back(example.name);
        list += (list.empty() ? "" : ", ") + names.back();
    }
    const std::string near = nearestName(name, names);
    return {ErrorCode::NotFound,
            "There is no example '" + std::string(name) + "'"
                + (near.empty() ? "" : " (did you mean '" + near + "'?)") + ". The examples are: " + list
                + "."};
}

const ExampleInfo* findExample(std::string_view name)
{
    const auto* found = std::find_if(allExamples.begin(), allExamples.end(),
                                     [&](const ExampleInfo& example) { return example.name == name; });
    return found == allExamples.end() ? nullptr : found;
}

Result<void> writeFile(const std::filesystem::path& path, std::string_view content)
{
    std::error_code status;
    if (path.has_parent_path())
        std::filesystem::create_directories(path.parent_path(), status);
    std::ofstream stream(path, std::ios::binary);
    stream.write(content.data(), static_cast<std::streamsize>(content.size()));
    stream.close();
    if (!stream)
        return Error{ErrorCode::WriteFailed,
                     std::string("The file cannot be written: ") + std::strerror(errno) + ".",
                     {path.string()}};
    return {};
}

Result<void> writeDocuments(const std::filesystem::path& folder, std::uint64_t seed,
                            const ProgressToken& progress)
{
    const std::vector<ExampleDocument> documents = exampleDocuments(seed);
    for (std::size_t i = 0; i < documents.size(); ++i) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "Writing the example was cancelled."};
        const ExampleDocument& document = documents[i];
        if (Result<void> written = writeFile(folder / document.kind / (document.name + ".xml"), document.xml);
            !written)
            return written;
        progress.report(static_cast<double>(i + 1) / static_cast<double>(documents.size()));
    }
    return {};
}

} // namespace

std::span<const ExampleInfo> examples() { return allExamples; }

Result<DatasetPtr> makeExample(std::string_view name, std::uint64_t seed, ProgressToken progress)
{
    if (findExample(name) == nullptr)
        return noSuchExample(name);
    return makeKnown(name, seed, progress);
}

Result<void> writeExample(std::string_view name, const std::filesystem::path& out, std::uint64_t seed,
                          ProgressToken progress)
{
    const ExampleInfo* example = findExample(name);
    if (example == nullptr)
        return noSuchExample(name);
    if (name == "documents")
        return writeDocuments(out, seed, progress);
    std::error_code status;
    const std::filesystem::path file =
        std::filesystem::is_directory(out, status) ? out / example->fileName : out;
    if (name == "medicines")
        return writeFile(file, medicinesCsv());
    const Result<DatasetPtr> data = makeKnown(name, seed, progress.stage("Making the example", 0, 0.5));
    if (!data)
        return data.error();
    std::ostringstream text;
    if (Result<void> written = writeJsonLines(**data, text, progress.stage("Writing", 0.5, 1)); !written)
        return written;
    return writeFile(file, text.str());
}

} // namespace atlas
