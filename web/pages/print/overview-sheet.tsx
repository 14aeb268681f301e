import type { DayThing } from '#domain/day/day-entry.ts'
import { dayLabelOf } from '#domain/day/day-words.ts'
import { type EntryNames, entryTitle } from '#domain/day/entry-words.ts'
import type { PlanSheet, SheetEntry } from '#domain/day/plan-sheet.ts'
import { listText } from '#domain/list-text.ts'
import { DAY_MINUTES } from '#domain/today/clock.ts'
import * as m from '#messages'
import {
  AXIS,
  type Fitted,
  fitOverview,
  HEAD,
  LINE_HEIGHT,
  type OverviewBox,
  type Words,
  type WordsOf,
} from './overview-fit.ts'
import { shortened } from './sheet.ts'
import { factsOf, shortTime, timeOnPaper } from './sheets/day-rows.ts'

interface OverviewProps {
  sheet: PlanSheet
  names: EntryNames
  box: OverviewBox
}

/** The names of more days than these are set smaller. */
const MAX_WIDE = 5
/** A text that is longer has no room anyway. */
const MAX_TITLE = 160

/** The days as columns and their hours as rows; what has no hour is in a band on top. */
export function OverviewSheet({ sheet, names, box }: OverviewProps) {
  const wordsOf: WordsOf = (entries) => wordsOfEntries(entries, names)
  const fitted = fitOverview(sheet, box, wordsOf)
  const mm = (value: number) => `${value.toFixed(2)}mm`
  const style = {
    width: mm(box.width),
    height: mm(box.height),
    fontSize: `${fitted.fontSize}pt`,
    lineHeight: LINE_HEIGHT,
  }
  return (
    <div className={sheet.columns.length > MAX_WIDE ? 'pr-overview pr-narrow' : 'pr-overview'} style={style}>
      <div className="pr-axis" aria-hidden="true" style={{ width: mm(AXIS) }}>
        {fitted.band > 0 && (
          <span className="pr-sometime" style={{ top: mm(HEAD) }}>
            {m.timeline_sometime()}
          </span>
        )}
        {sheet.rows.map(({ from, isFolded, top, height }) => (
          <span
            key={from}
            style={{ top: mm(HEAD + fitted.band + top * fitted.rows), height: mm(height * fitted.rows) }}
            className={isFolded ? 'pr-folded' : undefined}
          >
            {isFolded ? '⋮' : shortTime(from)}
          </span>
        ))}
      </div>
      {sheet.columns.map(({ day }, index) => (
        <section key={`${day.number} ${day.date}`} className="pr-day">
          <header style={{ height: mm(HEAD) }}>
            <h3 className="pr-cut-line">{dayLabelOf(day)}</h3>
            {day.title && <p className="pr-cut-line">{shortened(day.title, MAX_TITLE)}</p>}
          </header>
          <Band fitted={fitted} index={index} wordsOf={wordsOf} height={mm(fitted.band)} />
          <div className="pr-rows" style={{ height: mm(fitted.rows) }}>
            {sheet.rows.slice(1).map(({ from, top, isFolded }) => (
              <i key={from} className={isFolded ? 'pr-folded' : undefined} style={{ top: mm(top * fitted.rows) }} />
            ))}
            <Blocks fitted={fitted} index={index} wordsOf={wordsOf} />
          </div>
        </section>
      ))}
    </div>
  )
}

interface PartProps {
  fitted: Fitted
  index: number
  wordsOf: WordsOf
}

function Band({ fitted, index, wordsOf, height }: PartProps & { height: string }) {
  const column = fitted.columns[index]
  if (!column || fitted.band === 0) return null
  return (
    <ul className="pr-band" style={{ height }}>
      {column.sometime.map(({ one, lines }) => (
        <li key={one.entry.id} data-kind={kindOf(one.entry.thing)}>
          <span className="pr-cut" style={{ WebkitLineClamp: lines }}>
            <Texts all={wordsOf([one])} />
          </span>
        </li>
      ))}
      {column.more > 0 && <li>{m.print_more({ count: column.more })}</li>}
    </ul>
  )
}

function Blocks({ fitted, index, wordsOf }: PartProps) {
  return (fitted.columns[index]?.blocks ?? []).map(({ block, lines, top, height }) => {
    const { entries, lane, lanes, span, isOpen } = block
    const [first] = entries
    if (!first) return null
    return (
      <div
        key={first.entry.id}
        data-kind={kindOf(first.entry.thing)}
        className={isOpen ? 'pr-block pr-open' : 'pr-block'}
        style={{
          top: `${top.toFixed(2)}mm`,
          height: `${height.toFixed(2)}mm`,
          left: `${((lane / lanes) * 100).toFixed(2)}%`,
          width: `${((span / lanes) * 100).toFixed(2)}%`,
        }}
      >
        <span className="pr-cut" style={{ WebkitLineClamp: lines }}>
          <Texts all={wordsOf(entries)} />
        </span>
      </div>
    )
  })
}

function Texts({ all }: { all: readonly Words[] }) {
  return all.map(({ time, title, facts }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: what begins at the same time has no ids here
    <span key={index}>
      {index > 0 && ' · '}
      {time && <span className="pr-time">{time} </span>}
      <b>{title}</b>
      {facts && ` ${facts}`}
    </span>
  ))
}

/** What begins together has its time once. Cars that leave together are counted. */
function wordsOfEntries(entries: readonly SheetEntry[], names: EntryNames): Words[] {
  const [first] = entries
  if (!first) return []
  const cars = entries.flatMap(({ entry: { thing } }) =>
    thing.of === 'rides' && !thing.isOff ? [thing.car.driver] : [],
  )
  if (cars.length > 1 && cars.length === entries.length) {
    const drivers = cars.filter((id) => id !== '').map(names.nameOf)
    return [{ time: timeOnPaper(first.entry), title: m.print_cars({ count: cars.length }), facts: listText(drivers) }]
  }
  return entries.map((one) => {
    const words = wordsOfEntry(one, names, entries.length > 1)
    return one !== first && one.entry.start === first.entry.start ? { ...words, time: '' } : words
  })
}

/** What is shorter is drawn as long as this. */
const MIN_DRAWN = 30

/** When it ends is drawn, unless others share its block, or it is cut at midnight, or too short. */
function wordsOfEntry(one: SheetEntry, names: EntryNames, isShared: boolean): Words {
  const { entry } = one
  const { start = 0, end } = entry
  const isDrawn = end === undefined || (!isShared && end <= DAY_MINUTES && end - start >= MIN_DRAWN)
  return {
    time: timeOnPaper({ ...entry, end: isDrawn ? undefined : end }),
    title: shortened(entryTitle(entry, names), MAX_TITLE),
    facts: shortened(factsOf(one, names).join(' · '), MAX_TITLE),
  }
}

/** How it is drawn: journeys with stays, meals, duties, and all else. */
function kindOf({ of }: DayThing): 'journey' | 'meal' | 'duty' | 'activity' {
  if (of === 'tickets' || of === 'stays' || of === 'rides') return 'journey'
  return of === 'meals' ? 'meal' : of === 'duties' ? 'duty' : 'activity'
}
