// Keeps the support library from being header-only: checks that its headers compile on their own.
#include "support/qtest_text.h"
#include "support/shared_data.h"
#include "support/temporary_folder.h"
