//! The lessons in `examples/lessons`: a task in each language, a testcase, a starting point that the judge rejects, and a solution
//! that it accepts. The pages `docs/lessons.md` and `docs/lessons.ja.md` are made of them.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use mnc2_tests::files;

use crate::binary::{folder, mnc2_in};

/// The texts of a page around the lessons.
struct Words {
    page: &'static str,
    task: &'static str,
    introduction: &'static str,
    /// Before the starting point.
    start: &'static str,
    /// The title of a solution, with a place for its score.
    solution: &'static str,
}

const ENGLISH: Words = Words {
    page: "docs/lessons.md",
    task: "task.en.md",
    introduction: "\
# Lessons

[日本語](lessons.ja.md)

Ten tasks, from one step to a matrix product. Each has a testcase with the expected result, and a starting point that the judge
rejects. Change the starting point until `mnc2 judge` accepts it; the score is the number of steps, the lower the better.

All files are in [examples/lessons](https://github.com/mnc2/mnc2/tree/main/examples/lessons):

```sh
mnc2 judge examples/lessons/01-step/testcase.vsm examples/lessons/01-step/start.vsm
```

The tab *Lessons* of the [playground](getting-started.md#in-a-browser) opens each task with its starting point and its testcase:
*Judge* judges it, and the browser keeps your programs and your best scores.

A solution begins after the inputs of the testcase. It can be written in any way that gives the outputs; the solutions here take no
more steps than shown. [The machine in ten minutes](the-machine.md) explains what the tasks use, and
[Recipes](recipes.md) has longer programs.
",
    start: "The testcase and the starting point:",
    solution: "A solution with the score {score}",
};

const JAPANESE: Words = Words {
    page: "docs/lessons.ja.md",
    task: "task.ja.md",
    introduction: "\
# 演習

[English](lessons.md)

1ステップのプログラムから行列の積まで、10個の課題があります。どの課題にも、期待される結果を書いたテストケースと、そのままでは不合格になる出発点があります。`mnc2 judge`が合格とするまで、出発点を書き換えてください。スコアはステップ数で、小さいほど良い点です。

ファイルはすべて[examples/lessons](https://github.com/mnc2/mnc2/tree/main/examples/lessons)にあります。

```sh
mnc2 judge examples/lessons/01-step/testcase.vsm examples/lessons/01-step/start.vsm
```

[プレイグラウンド](getting-started.ja.md#ブラウザーで)の *演習* タブでは、課題を出発点とテストケースとともに開けます。*判定* で判定でき、書いたプログラムと最高のスコアはブラウザーに保存されます。

解答は、テストケースの入力の後に実行されます。出力が正しければ、書き方は自由です。課題で使う機能は[10分でわかるMN-Core 2](the-machine.ja.md)で、もっと長いプログラムは[レシピ](recipes.ja.md)で説明しています。
",
    start: "テストケースと出発点:",
    solution: "スコア{score}の解答",
};

/// The folders of the lessons, in order.
fn lessons() -> Vec<PathBuf> {
    let place = files::root().join("examples/lessons");
    let entries = fs::read_dir(place).expect("the lessons are there");
    let mut folders: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}

fn read(lesson: &Path, file: &str) -> Result<String, String> {
    let path = lesson.join(file);
    let text = fs::read_to_string(&path).map_err(|error| format!("{path:?}: {error}"))?;
    Ok(text.replace("\r\n", "\n"))
}

/// The blocks of a program and of its verdict. `is_right` is whether the judge must accept it.
fn judged(
    lesson: &Path,
    number: usize,
    name: &str,
    is_right: bool,
    scratch: &Path,
) -> Result<(String, String), String> {
    let testcase = format!("{number:02}-testcase.vsm");
    let program = format!("{number:02}-{name}.vsm");
    let text = read(lesson, &format!("{name}.vsm"))?;
    fs::write(scratch.join(&testcase), read(lesson, "testcase.vsm")?).map_err(|e| e.to_string())?;
    fs::write(scratch.join(&program), &text).map_err(|error| error.to_string())?;
    let outcome = mnc2_in(scratch, ["judge", &testcase, &program]);
    if (outcome.code == 0) != is_right {
        return Err(format!("{program}: {}{}", outcome.out, outcome.err));
    }
    let shown = format!("{}{}", outcome.out, outcome.err);
    let blocks = format!(
        "```vsm {program}\n{text}```\n\n```console\n$ mnc2 judge {testcase} {program}\n{shown}```\n"
    );
    Ok((blocks, shown))
}

fn page(words: &Words, scratch: &Path) -> Result<String, String> {
    let mut page = words.introduction.to_owned();
    for (index, lesson) in lessons().iter().enumerate() {
        let number = index + 1;
        let task = read(lesson, words.task)?;
        let (title, body) = task.split_once('\n').ok_or("a task without a title")?;
        let title = title.strip_prefix("# ").ok_or("a title is a heading")?;
        let testcase = read(lesson, "testcase.vsm")?;
        let (start, _) = judged(lesson, number, "start", false, scratch)?;
        // In the book with the playground the first starting point is in its frame.
        let frame = if number == 1 {
            "<!-- playground -->\n\n"
        } else {
            ""
        };
        let (solution, verdict) = judged(lesson, number, "solution", true, scratch)?;
        let score = verdict
            .split_whitespace()
            .find_map(|word| word.strip_prefix("score="))
            .ok_or("a verdict without a score")?;
        page.push_str(&format!(
            "\n## {number}. {title}\n\n{}\n\n{}\n\n```vsm {number:02}-testcase.vsm\n{testcase}```\n\n{frame}{start}\n\
             <details>\n<summary>{}</summary>\n\n{solution}\n</details>\n",
            body.trim(),
            words.start,
            words.solution.replace("{score}", score),
        ));
    }
    Ok(page)
}

#[test]
fn starting_points_are_rejected_and_solutions_accepted() -> Result<(), Box<dyn Error>> {
    assert_eq!(lessons().len(), 10);
    for words in [ENGLISH, JAPANESE] {
        let scratch = folder(&words.page.replace(['/', '.'], "-"));
        let page = page(&words, &scratch)?;
        files::fresh(&files::root().join(words.page), &page)?;
    }
    Ok(())
}
