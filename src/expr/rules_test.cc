#include "expr/rules.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>

namespace gearbox {

namespace rules_test {

/// One line "lhs = rhs" or "lhs = rhs given N <= 4, M >= 2" of a .test file.
struct Case {
  int line;
  std::string lhs;
  std::string rhs;
  std::string given;
};

struct File {
  std::vector<Case> cases;
  std::set<std::string> sections;
};

std::string trim(std::string_view text) {
  const size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(' ') + 1 - begin));
}

File read(const std::string& name) {
  File file;
  std::ifstream in("src/expr/" + name + ".test");
  EXPECT_TRUE(in.good()) << "run from the source root";
  std::string text;
  for (int line = 1; std::getline(in, text); ++line) {
    if (text.empty()) continue;
    if (text[0] == '#') {
      file.sections.insert(trim(text.substr(1)));
      continue;
    }
    Case c{line, "", "", ""};
    if (const size_t given = text.find(" given "); given != std::string::npos) {
      c.given = text.substr(given + 7);
      text.resize(given);
    }
    const size_t equals = text.rfind(" = ");
    EXPECT_NE(equals, std::string::npos) << name << ".test:" << line;
    c.lhs = trim(text.substr(0, equals));
    c.rhs = trim(text.substr(equals + 3));
    file.cases.push_back(c);
  }
  return file;
}

/// Narrows by "N <= 4, M >= 2".
void narrow(DimScope& scope, std::string_view given) {
  while (!given.empty()) {
    const size_t comma = std::min(given.find(','), given.size());
    const std::string fact = trim(given.substr(0, comma));
    given.remove_prefix(std::min(comma + 1, given.size()));
    const size_t at = fact.find_first_of("<>");
    const SymbolId id = *scope.symbol(trim(fact.substr(0, at))).symbol();
    const int64_t value = std::stoll(fact.substr(at + 2));
    fact[at] == '<' ? scope.narrow(id, 0, value) : scope.narrow(id, value, INT64_MAX);
  }
}

void check(const std::string& name, const std::set<std::string>& statements) {
  const File file = read(name);
  for (const Case& c : file.cases) {
    SCOPED_TRACE(name + ".test:" + std::to_string(c.line));
    DimScope scope;
    narrow(scope, c.given);
    const Result<Dim> lhs = parse_dim(c.lhs, scope), rhs = parse_dim(c.rhs, scope);
    ASSERT_TRUE(lhs.ok()) << lhs.status().text();
    ASSERT_TRUE(rhs.ok()) << rhs.status().text();
    EXPECT_EQ(lhs->text(), c.rhs);
    EXPECT_TRUE(*lhs == *rhs) << lhs->text() << " and " << rhs->text();
  }
  if (statements.empty()) return;
  EXPECT_EQ(file.sections, statements) << name << ".test has one section for each rule";
}

template <class Rules>
std::set<std::string> statements(const Rules& rules) {
  std::set<std::string> result;
  for (const auto& rule : rules) result.emplace(rule.statement);
  return result;
}

}  // namespace rules_test

TEST(Rules, FloorDiv) { rules_test::check("rules_floordiv", rules_test::statements(floordiv_rules())); }
TEST(Rules, Mod) { rules_test::check("rules_mod", rules_test::statements(mod_rules())); }
TEST(Rules, Min) { rules_test::check("rules_min", rules_test::statements(min_rules())); }
TEST(Rules, Max) { rules_test::check("rules_max", rules_test::statements(max_rules())); }
TEST(Rules, Broadcast) { rules_test::check("rules_broadcast", rules_test::statements(broadcast_rules())); }
TEST(Rules, Sum) { rules_test::check("rules_sum", rules_test::statements(sum_rules())); }
TEST(Rules, Shapes) { rules_test::check("shapes", {}); }

}  // namespace gearbox
