// The limit: no options, no checks, no other table than this one. It finds the cells of seven known
// columns, computes the linear model, and writes the durations, with as many threads as it is told.
//
//   limit linear.json IN OUT THREADS

#include <charconv>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

static std::map<std::string, double> numbersOf(const std::string &json) {
  // "name": number, wherever it stands.
  std::map<std::string, double> found;
  for (size_t quote = json.find('"'); quote != std::string::npos;) {
    size_t end = json.find('"', quote + 1);
    size_t value = json.find_first_not_of(": ", end + 1);
    std::string name = json.substr(quote + 1, end - quote - 1);
    if (json[value] != '{') found[name] = std::strtod(&json[value], nullptr);
    quote = json.find('"', end + 1);
  }
  return found;
}

int main(int count, char **arguments) {
  if (count != 5) return 64;
  std::ifstream file(arguments[1]);
  std::string json((std::istreambuf_iterator<char>(file)), {});
  auto weights = numbersOf(json);
  const char *names[] = {"distance", "lapNumber", "lapDistance", "cumDistance", "lapTime", "cumTime"};
  double factors[6];
  for (int index = 0; index < 6; index++) factors[index] = weights[names[index]];
  double bias = weights["bias"];

  int input = open(arguments[2], O_RDONLY);
  struct stat status;
  fstat(input, &status);
  size_t size = (size_t)status.st_size;
  const char *text = (const char *)mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, input, 0);
  const char *body = (const char *)memchr(text, '\n', size) + 1, *end = text + size;

  size_t threads = std::stoul(arguments[4]);
  std::vector<std::string> outputs(threads);
  std::vector<std::thread> workers;
  for (size_t part = 0; part < threads; part++) {
    workers.emplace_back([&, part] {
      auto edge = [&](size_t index) {
        if (index == 0) return body;
        if (index == threads) return end;
        const char *near = body + (size_t)(end - body) / threads * index;
        return (const char *)memchr(near, '\n', (size_t)(end - near)) + 1;
      };
      const char *at = edge(part), *stop = edge(part + 1);
      std::string &out = outputs[part];
      out.resize((size_t)(stop - at) / 2 + 64);
      char *to = out.data();
      std::map<std::string, double, std::less<>> courses(weights.begin(), weights.end());
      std::string_view lastCourse;
      double courseWeight = 0;
      while (at < stop) {
        const char *comma = (const char *)memchr(at, ',', (size_t)(stop - at));
        std::string_view course(at, (size_t)(comma - at));
        if (course != lastCourse) {
          auto found = courses.find(course);
          courseWeight = found == courses.end() ? 0 : found->second;
          lastCourse = course;
        }
        double sum = bias + courseWeight;
        at = comma + 1;
        for (int index = 0; index < 6; index++) {
          double value;
          at = std::from_chars(at, stop, value).ptr + 1;
          sum += value * factors[index];
        }
        at = (const char *)memchr(at, '\n', (size_t)(stop - at)) + 1;
        to = std::to_chars(to, to + 32, sum).ptr;
        *to++ = '\n';
      }
      out.resize((size_t)(to - out.data()));
    });
  }
  for (auto &worker : workers) worker.join();
  int output = open(arguments[3], O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (write(output, "duration\n", 9) != 9) return 74;
  for (auto &part : outputs) {
    if (write(output, part.data(), part.size()) != (ssize_t)part.size()) return 74;
  }
  return 0;
}
