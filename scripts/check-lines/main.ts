import { readLine } from '#domain/food/read-line.ts'
import { cookbookLines } from '#domain/food/testing/cookbook-lines.ts'
import { heldOutCookbookLines } from '#domain/food/testing/cookbook-lines-held-out.ts'
import { corpus } from '#domain/food/testing/corpus.ts'
import { heldOutCorpus } from '#domain/food/testing/corpus-held-out.ts'
import { isGoodEnough, parseCorpus, type Score, scoreLines } from '#domain/food/testing/score-lines.ts'

const scores = {
  Corpus: scoreLines(parseCorpus(corpus), readLine),
  'Held-out lines': scoreLines(parseCorpus(heldOutCorpus), readLine),
  'Lines of cookbooks': scoreLines(parseCorpus(cookbookLines), readLine),
  'Held-out lines of cookbooks': scoreLines(parseCorpus(heldOutCookbookLines), readLine),
}
for (const [name, score] of Object.entries(scores)) print(name, score)
if (!Object.values(scores).every(isGoodEnough)) process.exitCode = 1

function print(name: string, { right, notUnderstood, wrong, total }: Score): void {
  const share = (count: number) => `${count} (${((100 * count) / total).toFixed(1)} %)`
  const counts = `right ${share(right)}, not understood ${share(notUnderstood.length)}, wrong ${share(wrong.length)}`
  console.log(`${name}, ${total} lines: ${counts}`)
  for (const { text } of notUnderstood) console.log(`  not understood: ${text}`)
  for (const { line, reading } of wrong) {
    console.log(
      `  wrong: ${line.text}\n    read as  ${JSON.stringify(reading)}\n    expected ${JSON.stringify(line.expected)}`,
    )
  }
}
