import { useMemo, useState } from 'react'
import { parseRate } from '#domain/costs/parse-rate.ts'
import {
  listMissing,
  readSplitwise,
  type SplitwiseFile,
  type SplitwiseRow,
  toCosts,
  withKnownPayers,
} from '#domain/costs/splitwise.ts'
import { splitwiseProblemWords, unreadWords } from '#domain/costs/splitwise-words.ts'
import { MAX_ENTRIES } from '#domain/operations/apply.ts'
import type { Costs } from '#domain/plan/costs.ts'
import { MAX_PEOPLE } from '#domain/plan/limits.ts'
import * as m from '#messages'
import type { NameOf } from '#web/trip-core/people/names.ts'
import { Button } from '#web/ui/button.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Modal } from '#web/ui/modal.tsx'
import type { CostsGroup } from './costs-group.ts'
import { guessPeople, listPeople } from './import-columns.ts'
import { PersonSelect } from './money-fields.tsx'
import { RateQuestion } from './rate-question.tsx'

type Added = Pick<Costs, 'currency' | 'expenses' | 'payments'>

interface ImportDialogProps {
  costs: Costs
  group: CostsGroup
  /** The current user has a name here too. */
  nameInText: NameOf
  onImport: (added: Added) => void
  onClose: () => void
}

/** Larger files are no export of a group's expenses. */
const MAX_BYTES = 5_000_000
const MAX_CURRENCIES = 200
const MAX_SHOWN = 200

/** Adds what Splitwise exports: shows first what will be added, and asks who is who. */
export function ImportDialog({ costs, group, nameInText, onImport, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<SplitwiseFile>()
  const [problem, setProblem] = useState<string>()
  const [people, setPeople] = useState<Record<string, string>>({})
  const [rates, setRates] = useState<Record<string, string>>({})
  const names = listPeople(group, nameInText)

  async function open([chosen]: readonly File[]) {
    if (!chosen) return
    const read = chosen.size > MAX_BYTES ? { problem: 'not_splitwise' as const } : readSplitwise(await chosen.text())
    if ('problem' in read) return setProblem(splitwiseProblemWords(read.problem))
    if (read.people.length > MAX_PEOPLE || read.currencies.length > MAX_CURRENCIES)
      return setProblem(splitwiseProblemWords('not_splitwise'))
    setProblem(undefined)
    setFile(read)
    setPeople(guessPeople(read, names))
  }

  const idOf = (column: string) => people[column] ?? ''
  const notHere = useMemo(() => file && listMissing(file.rows, costs), [file, costs])
  const known = file && notHere && withKnownPayers({ ...file, rows: notHere }, idOf)
  const missing = known?.rows ?? []
  const here = known ? file.rows.length - missing.length - known.withoutPayer.length : 0
  const currency = costs.currency || file?.currencies[0] || ''
  const room = MAX_ENTRIES - Math.max(costs.expenses.length, costs.payments.length)
  const isTooLong = missing.length > room
  // The trip's currency may change while the dialog is open.
  const keyOf = (code: string) => `${code} ${currency}`
  const rateOf = (code: string) => {
    const read = parseRate(rates[keyOf(code)] ?? '')
    return 'rate' in read ? read.rate : ''
  }
  function add() {
    if (!known) return
    const added = toCosts(known, { idOf, addedBy: group.me, currency, rateOf })
    // They are history: nobody has to confirm them, as far as the current user may say so.
    const payments = added.payments.map((payment) =>
      group.canAnswer(payment) ? { ...payment, answer: 'received' as const, answered_amount: payment.amount } : payment,
    )
    onImport({ currency, expenses: added.expenses, payments })
  }
  const footer = (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="quiet" onClick={onClose}>
        {m.common_cancel()}
      </Button>
      {missing.length > 0 && !isTooLong && (
        <Button onClick={add}>{m.costs_import_add({ count: missing.length })}</Button>
      )}
    </div>
  )
  return (
    <Modal open onClose={onClose} title={m.costs_import()} description={m.costs_import_hint()} footer={footer}>
      <div className="grid gap-4">
        <FileDrop
          label={m.costs_import_choose()}
          hint={m.costs_import_file_hint()}
          accept=".csv,text/csv"
          busy={false}
          onFiles={(files) => void open(files)}
        />
        {(problem || isTooLong) && (
          <p role="alert" className="text-danger">
            {problem ?? m.costs_import_too_long({ room })}
          </p>
        )}
        {known && (
          <Preview
            {...{ file: known, here, names, people, currency }}
            rateOf={(code) => rates[keyOf(code)] ?? ''}
            onPerson={(column, id) => setPeople({ ...people, [column]: id })}
            onRate={(code, rate) => setRates({ ...rates, [keyOf(code)]: rate })}
          />
        )}
      </div>
    </Modal>
  )
}

interface PreviewProps {
  /** With the rows that will be added. */
  file: SplitwiseFile & Pick<ReturnType<typeof withKnownPayers>, 'withoutPayer'>
  /** How many of its rows are here already. */
  here: number
  names: readonly { id: string; name: string }[]
  people: Readonly<Record<string, string>>
  currency: string
  /** As it is typed. */
  rateOf: (currency: string) => string
  onPerson: (column: string, personId: string) => void
  onRate: (currency: string, rate: string) => void
}

function Preview({ file, here, names, people, currency, rateOf, onPerson, onRate }: PreviewProps) {
  const missing = file.rows
  const unread = [...file.withoutPayer, ...file.unread].toSorted((one, other) => one.line - other.line)
  const choices = [{ id: '', name: m.costs_import_nobody() }, ...names]
  const firstIn = new Map(missing.toReversed().map((row) => [row.currency, row]))
  return (
    <>
      <p role="status">{foundWords(missing, here)}</p>
      {missing.length + file.withoutPayer.length > 0 && (
        <section aria-label={m.costs_import_people()} className="grid gap-3">
          <h3 className="text-base">{m.costs_import_people()}</h3>
          <div className="grid gap-3 sm:grid-cols-2">
            {file.people.map((column) => (
              <PersonSelect
                key={column}
                label={column}
                value={people[column] ?? ''}
                people={choices}
                onChange={(id) => onPerson(column, id)}
              />
            ))}
          </div>
        </section>
      )}
      {file.currencies.map((code) => {
        const first = firstIn.get(code)
        return (
          first &&
          code !== currency && (
            <RateQuestion
              key={code}
              label={m.costs_rate_label({ currency: code, trip: currency })}
              currency={code}
              tripCurrency={currency}
              example={first.amount}
              rate={rateOf(code)}
              hint={m.costs_import_rate_hint()}
              onChange={(rate) => onRate(code, rate)}
            />
          )
        )
      })}
      {unread.length > 0 && (
        <section aria-label={m.costs_import_unread_title()} className="grid gap-2">
          <h3 className="text-base">{m.costs_import_unread_title()}</h3>
          <ul className="grid gap-2 text-sm">
            {unread.slice(0, MAX_SHOWN).map(({ line, text, reason, column }) => (
              <li key={line} className="max-w-none wrap-anywhere">
                {m.costs_import_line({ line, reason: unreadWords(reason, column) })}
                <span className="block text-muted">{text}</span>
              </li>
            ))}
            {unread.length > MAX_SHOWN && <li>{m.costs_import_more_unread({ count: unread.length - MAX_SHOWN })}</li>}
          </ul>
        </section>
      )}
    </>
  )
}

/** What a file would add, and what of it is here already. */
function foundWords(missing: readonly SplitwiseRow[], here: number): string {
  const payments = missing.filter(({ kind }) => kind === 'payment').length
  const estimated = missing.filter(({ isPaidByUnknown }) => isPaidByUnknown).length
  return [
    missing.length > 0 || here === 0 ? m.costs_import_found({ expenses: missing.length - payments, payments }) : '',
    here > 0 ? m.costs_import_here({ count: here, rest: missing.length }) : '',
    estimated > 0 ? m.costs_import_estimated({ count: estimated }) : '',
  ]
    .filter(Boolean)
    .join(' ')
}
