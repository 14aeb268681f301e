import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { StepFailed } from '../setup/command.mjs'
import { screens } from './screens.ts'
import { cases, typeNames } from './trips.ts'

export const widths = [390, 768, 1280, 1600] as const
export type Width = (typeof widths)[number]
export const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

/*
 * npm run pictures -- --all FOLDER [--only overview,people] [--cases empty,group] [--types car] [--widths 390,1280]
 *   [--schemes light] [--measure]
 * Without a choice: everything. `--measure` takes no pictures: it measures layout shifts, sideways scroll with large
 * text, bold lines, and axe's findings, and writes FOLDER/measured.md.
 */

/** What to take pictures of; undefined for those of the README. */
export function readOptions(args: string[]) {
  const { values } = parse(args)
  const { all, measure, ...choices } = values
  if (all === undefined) {
    if (Object.keys(values).length > 0) throw new StepFailed('Use --all FOLDER with these options.')
    return undefined
  }
  return {
    // npm changes to the folder of package.json.
    folder: resolve(process.env['INIT_CWD'] ?? '.', all),
    isMeasured: measure ?? false,
    screens: chosen(
      '--only',
      choices.only,
      screens.map(({ name }) => name),
    ),
    cases: chosen('--cases', choices.cases, cases),
    types: chosen('--types', choices.types, typeNames),
    widths: chosen('--widths', choices.widths, widths),
    schemes: chosen('--schemes', choices.schemes, schemes),
  }
}
export type Options = NonNullable<ReturnType<typeof readOptions>>

function parse(args: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args,
      options: {
        all: text,
        only: text,
        cases: text,
        types: text,
        widths: text,
        schemes: text,
        measure: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new StepFailed((error as Error).message)
  }
}

function chosen<Choice extends string | number>(
  option: string,
  text: string | undefined,
  possible: readonly Choice[],
): Choice[] {
  if (text === undefined) return [...possible]
  const names = text.split(',')
  const unknown = names.filter((name) => !possible.some((choice) => String(choice) === name))
  if (unknown.length > 0)
    throw new StepFailed(`${option}: use some of ${possible.join(', ')}, not ${unknown.join(', ')}.`)
  return possible.filter((choice) => names.includes(String(choice)))
}
