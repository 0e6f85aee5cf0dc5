#include "core/io/data_options.h"

#include <utility>

namespace atlas {

namespace {

constexpr std::string_view detect = "detect";

ParameterDescription formatParameter()
{
    ChoiceType choice{std::string(detect), {{std::string(detect), "by content; the result is shown"}}};
    for (const FormatInfo& format : formats())
        choice.options.push_back({std::string(format.name), std::string(format.description)});
    return {"format", "Format", "How the source is read. Detection goes by content, not by file name.", "",
            choice};
}

ParameterDescription columnParameter(std::string name, std::string title, std::string what)
{
    return {std::move(name), std::move(title),
            "The column (of a table) or data field (of an SDF) that holds " + what
                + ". Empty: found by its usual names.",
            "", TextType{"", "a column's name"}};
}

} // namespace

const std::vector<ParameterDescription>& dataParameters()
{
    static const std::vector<ParameterDescription> parameters{
        formatParameter(),
        columnParameter("smiles-column", "SMILES column", "the SMILES"),
        columnParameter("class-column", "Class column", "the class"),
        columnParameter("name-column", "Name column", "the name"),
        {"as", "Use as",
         "The kind of structure to work with; molecules become canonical spanning trees or graphs.", "",
         ChoiceType{"as-read",
                    {{"as-read", "as the format has it"},
                     {"tree", "molecules as canonical spanning trees"},
                     {"graph", "molecules and trees as undirected graphs"},
                     {"sequence", "trees, after checking that each is a chain"}}}},
        {"hydrogens", "Hydrogens", "Whether hydrogen atoms are vertices of a molecule's tree or graph.", "",
         ChoiceType{"implicit", {{"implicit", "left out"}, {"explicit", "as vertices"}}}},
        {"sentiment", "Sentiment trees", "How trees with a number on every node are read.", "",
         ChoiceType{
             "five",
             {{"five", "the root's number is the class"},
              {"binary", "positive and negative; neutral left out, the numbers of inner nodes stripped"}}}},
        {"xml-attributes", "XML attributes", "Attributes become child nodes, '@name'.", "", FlagType{false}},
        {"xml-text", "XML text", "Text becomes leaf nodes.", "", FlagType{false}},
        {"xml-record", "XML record element",
         "The element that holds one record. Empty: the document is the record.", "",
         TextType{"", "an element's name"}},
    };
    return parameters;
}

ReadOptions toReadOptions(const ParameterValues& values)
{
    ReadOptions options;
    options.format = formatByName(values.text("format")); // "detect" is no format's name
    options.smilesColumn = values.text("smiles-column");
    options.classColumn = values.text("class-column");
    options.nameColumn = values.text("name-column");
    const std::string& as = values.text("as");
    options.as = as == "tree" ? StructureView::Tree
        : as == "graph"       ? StructureView::Graph
        : as == "sequence"    ? StructureView::Sequence
                              : StructureView::AsRead;
    options.hydrogens = values.text("hydrogens") == "explicit" ? Hydrogens::Explicit : Hydrogens::Implicit;
    options.sentiment = values.text("sentiment") == "binary" ? Sentiment::Binary : Sentiment::Five;
    options.xmlAttributes = values.flag("xml-attributes");
    options.xmlText = values.flag("xml-text");
    options.xmlRecord = values.text("xml-record");
    return options;
}

ParameterValues toParameterValues(const ReadOptions& options)
{
    const auto viewName = [](StructureView view) {
        switch (view) {
        case StructureView::AsRead:
            return "as-read";
        case StructureView::Tree:
            return "tree";
        case StructureView::Graph:
            return "graph";
        case StructureView::Sequence:
            return "sequence";
        }
        return "";
    };
    ParameterValues values;
    values.set("format", std::string(options.format ? formatInfo(*options.format).name : detect));
    values.set("smiles-column", options.smilesColumn);
    values.set("class-column", options.classColumn);
    values.set("name-column", options.nameColumn);
    values.set("as", std::string(viewName(options.as)));
    values.set("hydrogens", std::string(options.hydrogens == Hydrogens::Explicit ? "explicit" : "implicit"));
    values.set("sentiment", std::string(options.sentiment == Sentiment::Binary ? "binary" : "five"));
    values.set("xml-attributes", options.xmlAttributes);
    values.set("xml-text", options.xmlText);
    values.set("xml-record", options.xmlRecord);
    return values;
}

std::vector<std::pair<std::string, std::string>> givenDataOptions(const ReadOptions& options)
{
    const ParameterValues values = toParameterValues(options);
    std::vector<std::pair<std::string, std::string>> given;
    for (const ParameterDescription& parameter : dataParameters()) {
        const ParameterValue& value = values.all().find(parameter.name)->second;
        if (value != defaultValue(parameter))
            given.emplace_back(parameter.name, toString(value));
    }
    return given;
}

} // namespace atlas
