// "Why are these two alike?": what the two selected structures share under a kernel, the largest share first,
// and where it lies, drawn on both. The explanation is made in the background.
#pragma once

#include "core/kernels/kernel_options.h"
#include "widgets/results/result_view.h"

#include <memory>

class QLabel;
class QTableView;

namespace atlas {

class SharedFeatureModel;
class StructurePicture;

class AlikePanel : public QWidget {
    Q_OBJECT

public:
    explicit AlikePanel(ResultContext context, QWidget* parent = nullptr);
    ~AlikePanel() override;

    /// Null = nothing to explain by yet.
    void setKernel(std::shared_ptr<const KernelRun> kernel);

    SharedFeatureModel* model() const { return m_model; }
    QTableView* table() const { return m_table; }
    StructurePicture* left() const { return m_left; }
    StructurePicture* right() const { return m_right; }
    QString headline() const;

Q_SIGNALS:
    void explained();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void refresh();
    void receive(quint64 generation, const Result<KernelExplanation>& explanation);
    void showNothing(const QString& why);
    void showFeature();
    void markInInspector(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b,
                         const QString& title);

    ResultContext m_context;
    std::shared_ptr<const KernelRun> m_kernel;
    RowId m_a;
    RowId m_b;
    bool m_marked = false; ///< the hub's marks are ours
    quint64 m_generation = 0;
    QLabel* m_headline;
    SharedFeatureModel* m_model;
    QTableView* m_table;
    QWidget* m_body;
    StructurePicture* m_left;
    StructurePicture* m_right;
};

} // namespace atlas
