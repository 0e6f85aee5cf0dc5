// Small galleries of patterns, made by the methods themselves.
#pragma once

#include "core/io/read_dataset.h"
#include "core/methods/method.h"
#include "core/mining/pattern_dataset.h"

#include <any>
#include <string>
#include <utility>
#include <vector>

namespace atlas::test {

/// Eight molecules: four amines, four alcohols.
inline DatasetPtr eightMolecules()
{
    return readText("eight.smi",
                    "0,amine,CCN\n1,amine,CCCN\n2,amine,CC(C)N\n3,amine,CCCCN\n"
                    "4,alcohol,CCO\n5,alcohol,CCCO\n6,alcohol,CC(C)O\n7,alcohol,c1ccccc1CO\n",
                    FormatId::Smiles)
        .value();
}

inline MethodOutput runOutput(const std::string& method, const DatasetPtr& data,
                              const std::vector<std::pair<std::string, std::string>>& given)
{
    const Method* found = findMethod(method);
    return found->run({data}, parameterValues(found->description, given).value(), {}).value();
}

inline PatternGalleryPtr galleryOf(const MethodOutput& output)
{
    return std::any_cast<PatternGalleryPtr>(output.details);
}

inline PatternGalleryPtr frequentGallery()
{
    return galleryOf(runOutput("mine", eightMolecules(), {{"min-support", "1"}}));
}
inline PatternGalleryPtr componentGallery()
{
    return galleryOf(runOutput("gpca", eightMolecules(), {{"components", "2"}, {"min-support", "1"}}));
}
inline PatternGalleryPtr contrastGallery()
{
    return galleryOf(runOutput("explain", eightMolecules(), {{"positive", "amine"}, {"min-support", "1"}}));
}

inline auto patternSource(const PatternGalleryPtr& gallery)
{
    return [gallery](RowId pattern) {
        const std::vector<std::size_t> one{pattern.index()};
        return std::pair(patternDataset(*gallery, one).value(), RowId(0));
    };
}

} // namespace atlas::test
