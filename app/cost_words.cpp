#include "app/cost_words.h"

#include <QLocale>
#include <QObject>

#include <algorithm>

namespace atlas {

QString costWords(const Session& session, const Method& method, const ParameterValues& values)
{
    QString words = QObject::tr("Time and memory depend on what is found; it can be cancelled at any time.");
    if (method.estimate) {
        const DataSize size = measureData(*session.data(), session.dag().get());
        words =
            QObject::tr("Estimate: %1.").arg(QString::fromStdString(costText(method.estimate(size, values))));
    }
    const auto& runs = session.runs();
    const auto last =
        std::find_if(runs.rbegin(), runs.rend(), [&](const auto& run) { return run->method == &method; });
    if (last != runs.rend())
        words += QObject::tr(" The last run took %1 s.")
                     .arg(QLocale(QLocale::English).toString((*last)->seconds, 'g', 2));
    return words;
}

} // namespace atlas
