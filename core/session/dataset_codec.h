// A data set as bytes, and back exactly: records, labels, structures, properties, problems, source. Molecules
// are RDKit's pickles (molecule_pickle.h), so that nothing is perceived anew.
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <string>
#include <string_view>

namespace atlas {

Result<std::string> encodeDataset(const Dataset& data, const ProgressToken& progress = {});

/// ErrorCode::Malformed where the bytes are no data set. Give it molecules only of bytes whose checksum is
/// right: RDKit trusts them.
Result<DatasetPtr> decodeDataset(std::string_view bytes, const ProgressToken& progress = {});

} // namespace atlas
