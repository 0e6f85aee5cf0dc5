# Debian's RDKit ships no CMake package. Defines one imported interface target RDKit::RDKit with the components
# that StructAtlas uses; a missing one is reported by name.
set(_components GraphMol SmilesParse FileParsers SubstructMatch Depictor MolDraw2D Descriptors RDGeneral
    RDGeometryLib DataStructs)

find_path(RDKit_INCLUDE_DIR GraphMol/ROMol.h PATH_SUFFIXES rdkit)
set(_libraries)
foreach(_component IN LISTS _components)
    find_library(RDKit_${_component}_LIBRARY RDKit${_component})
    list(APPEND _libraries RDKit_${_component}_LIBRARY)
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(RDKit REQUIRED_VARS RDKit_INCLUDE_DIR ${_libraries})

if(RDKit_FOUND AND NOT TARGET RDKit::RDKit)
    add_library(RDKit::RDKit INTERFACE IMPORTED)
    target_include_directories(RDKit::RDKit SYSTEM INTERFACE ${RDKit_INCLUDE_DIR})
    foreach(_library IN LISTS _libraries)
        target_link_libraries(RDKit::RDKit INTERFACE ${${_library}})
        mark_as_advanced(${_library})
    endforeach()
endif()
mark_as_advanced(RDKit_INCLUDE_DIR)
