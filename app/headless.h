// The commands that need no window. Each prints what it did and returns the program's exit code (DESIGN
// section 6): 0 done, 1 computation failed, 2 bad use, 3 unreadable or empty data.
#pragma once

#include "app/command_line.h"
#include "core/support/error.h"

namespace atlas {

enum class ExitCode : int { Done = 0, ComputationFailed = 1, BadUse = 2, UnreadableData = 3 };

ExitCode exitCodeOf(const Error& error);

ExitCode printMethods(const MethodsCommand& command);
ExitCode writeExampleFile(const ExampleCommand& command);
/// Both need a QGuiApplication where options.figures is set.
ExitCode runMethod(const RunCommand& command);
/// Rebuilds structures from vectors; JSON lines or what else the file's ending asks for.
ExitCode decodeFile(const DecodeCommand& command);
ExitCode runRecipe(const RecipeCommand& command);

} // namespace atlas
