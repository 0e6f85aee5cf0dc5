// StructAtlas: one program, two ways in. With a window, or without one (see headless.h).

#include "app/command_line.h"
#include "app/headless.h"
#include "app/main_window.h"
#include "app/version.h"
#include "core/parallel/parallel_for.h"
#include "widgets/views/theme.h"

#include <QApplication>
#include <QDir>
#include <QFile>

#include <cstdio>
#include <cstdlib>

namespace {

using namespace atlas;

void nameApplication()
{
    QApplication::setApplicationName(QStringLiteral("StructAtlas"));
    QApplication::setOrganizationName(QStringLiteral("StructAtlas"));
    QApplication::setApplicationVersion(QString::fromStdString(versionText()));
}

/// Figures need fonts and a paint engine, not a display.
template <class Command>
int withoutWindow(const Command& command, ExitCode (*work)(const Command&), int argc, char** argv)
{
    if (!command.options.figures)
        return static_cast<int>(work(command));
    qputenv("QT_QPA_PLATFORM", "offscreen");
    if (qEnvironmentVariableIsEmpty("XDG_RUNTIME_DIR")) // no login session: Qt would warn of where it looks
        qputenv("XDG_RUNTIME_DIR", QFile::encodeName(QDir::tempPath() + "/structatlas-" + qgetenv("USER")));
    const QApplication application(argc, argv);
    nameApplication();
    return static_cast<int>(work(command));
}

int showWindow(const WindowCommand& command, int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")
        && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        std::fprintf(stderr,
                     "structatlas: there is no display here. Without a window: structatlas run describe %s "
                     "--out DIR\n",
                     command.data.empty() ? "example:medicines" : command.data.c_str());
        return static_cast<int>(ExitCode::BadUse);
    }
    const QApplication application(argc, argv);
    nameApplication();
    Theme::setCurrent(ThemeKind::Light);
    setThreadCount(command.options.threads);
    MainWindow window;
    window.show();
    if (!command.data.empty())
        window.open(QString::fromStdString(command.data), command.options.read);
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv)
{
    const Result<Command> command = parseCommandLine({argv + 1, argv + argc});
    if (!command) {
        std::fprintf(stderr, "structatlas: %s\n", toString(command.error()).c_str());
        return static_cast<int>(ExitCode::BadUse);
    }
    if (std::holds_alternative<HelpCommand>(*command)) {
        std::printf("%s", helpText().c_str());
        return EXIT_SUCCESS;
    }
    if (std::holds_alternative<VersionCommand>(*command)) {
        std::printf("structatlas %s\n", versionText().c_str());
        return EXIT_SUCCESS;
    }
    if (const auto* methods = std::get_if<MethodsCommand>(&*command))
        return static_cast<int>(printMethods(*methods));
    if (const auto* example = std::get_if<ExampleCommand>(&*command))
        return static_cast<int>(writeExampleFile(*example));
    if (const auto* run = std::get_if<RunCommand>(&*command))
        return withoutWindow(*run, runMethod, argc, argv);
    if (const auto* decode = std::get_if<DecodeCommand>(&*command))
        return static_cast<int>(decodeFile(*decode));
    if (const auto* recipe = std::get_if<RecipeCommand>(&*command))
        return withoutWindow(*recipe, runRecipe, argc, argv);
    return showWindow(std::get<WindowCommand>(*command), argc, argv);
}
