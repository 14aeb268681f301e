import * as m from '#messages'
import { Chips } from '#web/ui/chips.tsx'
import { Segments } from '#web/ui/segments.tsx'
import type { Problems } from './check-expense.ts'
import { type CostsGroup, nameHousehold } from './costs-group.ts'
import { type ExpenseForm, listEveryone, type Sharing } from './expense-form.ts'

interface ForWhomProps {
  form: ExpenseForm
  group: CostsGroup
  /** Undefined until somebody has tried to save. */
  problems: Problems | undefined
  onChange: (change: Partial<ExpenseForm>) => void
}

/** Who shares an expense: everyone who comes, or those who are chosen. */
export function ForWhom({ form, group, problems, onChange }: ForWhomProps) {
  const options: { value: Sharing; label: string }[] = [
    { value: 'all', label: m.costs_everyone() },
    { value: 'some', label: m.costs_choose_people() },
  ]
  return (
    <div className="grid gap-3">
      <div className="grid gap-1.5">
        <span aria-hidden="true" className="text-sm font-semibold">
          {m.costs_for_whom()}
        </span>
        <Segments
          legend={m.costs_for_whom()}
          options={options}
          value={form.sharing}
          onChange={(sharing) => onChange({ sharing })}
        />
      </div>
      {form.sharing === 'some' && <Chosen {...{ form, group, problems, onChange }} />}
    </div>
  )
}

const ALL = 'all'
/** A party and one of its people may have the same id. */
const PARTY = 'party '
const partyOf = (word: string) => word.slice(PARTY.length)

/** People, and above them what ticks several at once. */
function Chosen({ form: { chosen, former }, group, problems, onChange }: ForWhomProps) {
  const people = [...new Set([...group.everybody, ...chosen, ...former])]
  const several = listSeveral(group)
  const rows =
    several.size > 1
      ? [
          { legend: m.costs_choose_parties(), words: [...several.keys()] },
          { legend: m.costs_choose_persons(), words: people },
        ]
      : [{ legend: m.costs_choose_persons(), words: [ALL, ...people] }]
  const nameOf = (id: string) =>
    id === ALL ? m.costs_all() : several.has(id) ? nameHousehold(partyOf(id), group).name : group.nameOf(id)
  const idsOf = (word: string) => several.get(word) ?? [word]
  const change = (changed: Partial<Record<string, boolean>>) => {
    for (const [word, isTicked = false] of Object.entries(changed))
      onChange({ chosen: people.filter((id) => (idsOf(word).includes(id) ? isTicked : chosen.includes(id))) })
  }
  return rows.map(({ legend, words }) => (
    <Chips
      key={legend}
      {...{ legend, words, nameOf }}
      error={legend === m.costs_choose_persons() ? problems?.chosen : undefined}
      ticked={Object.fromEntries(words.map((word) => [word, idsOf(word).every((id) => chosen.includes(id))]))}
      onChange={change}
    />
  ))
}

/** Everyone who comes, and the parties of more than one of them. */
function listSeveral(group: CostsGroup): Map<string, readonly string[]> {
  const everyone = listEveryone(group)
  const parties = group.households.flatMap(({ id, persons }): [string, string[]][] => {
    const coming = persons.map((person) => person.id).filter((personId) => everyone.includes(personId))
    return coming.length > 1 ? [[`${PARTY}${id}`, coming]] : []
  })
  return new Map([[ALL, everyone], ...parties])
}
