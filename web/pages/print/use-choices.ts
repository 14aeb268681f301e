import { useSearchParams } from 'wouter'
import { deviceRegion } from '#web/browser/device-region.ts'
import { type Paper, paperOfRegion, papers } from './paper-size.ts'
import { type SheetKind, sheetKinds } from './sheet.ts'

/* What is printed and how. It is in the address, so that it survives a reload. */

/** Ticked until somebody chooses. Sheets with private details are not. */
const USUAL: readonly SheetKind[] = ['cover', 'overview', 'days']

export interface Choices {
  sheets: ReadonlySet<SheetKind>
  paper: Paper
  /** Whether each sheet begins on a page of its own. */
  isApart: boolean
  /** Whether only the sheets are shown, as a page to read. */
  isPage: boolean
  toggle: (kind: SheetKind, isChosen: boolean) => void
  setPaper: (paper: Paper) => void
  setApart: (isApart: boolean) => void
  setPage: (isPage: boolean) => void
}

export function useChoices(): Choices {
  const [parameters, setParameters] = useSearchParams()
  const named = parameters.get('sheets')?.split(',')
  const sheets = new Set(named ? sheetKinds.filter((kind) => named.includes(kind)) : USUAL)
  const paper = papers.find((one) => one === parameters.get('paper')) ?? paperOfRegion(deviceRegion())
  /** `undefined` takes it out of the address. */
  const set = (name: string, value: string | undefined, isNewPage = false) =>
    setParameters(
      (others) => {
        const changed = new URLSearchParams(others)
        if (value === undefined) changed.delete(name)
        else changed.set(name, value)
        return changed
      },
      { replace: !isNewPage },
    )
  return {
    sheets,
    paper,
    isApart: parameters.get('apart') === '1',
    isPage: parameters.get('view') === 'page',
    toggle: (kind, isChosen) => {
      const chosen = sheetKinds.filter((one) => (one === kind ? isChosen : sheets.has(one)))
      set('sheets', chosen.join(','))
    },
    setPaper: (chosen) => set('paper', chosen),
    setApart: (isApart) => set('apart', isApart ? '1' : undefined),
    setPage: (isPage) => set('view', isPage ? 'page' : undefined, isPage),
  }
}
