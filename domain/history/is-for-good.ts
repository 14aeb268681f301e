import type { Path } from '../operations/operation.ts'
import type { Costs } from '../plan/costs.ts'
import type { SectionName } from '../plan/index.ts'

/**
 * Whether a change is never undone: the stored name of a removed person (decision 72), and how somebody is paid, which
 * only that person changes.
 */
export const isForGood = (section: SectionName, { at }: { at: Path }): boolean =>
  section === 'costs' && (at[0] === 'former' || at[0] === 'payees')

/** An earlier version of a section, with what stays for good as it is now. */
export const withLastingParts = <Value>(section: SectionName, version: Value, current: Value): Value =>
  section === 'costs' ? { ...version, ...lastingCosts(current as Costs) } : version

const lastingCosts = ({ former, payees }: Costs) => ({ former, payees })
