import { createInterface } from 'node:readline/promises'
import { isDemoAccount } from '#domain/demo-account.ts'
import { resetLink } from '#domain/sign-in-links.ts'
import { makeReset, RESET_HOURS } from '../accounts/password-resets.ts'
import { listAccounts } from '../operating/accounts/list-accounts.ts'
import { requireAccount, withInstallation } from '../operating/accounts/operated.ts'
import { previewRemoval, type Removal, removeAccount } from '../operating/accounts/remove-account.ts'
import { transferOwnership } from '../operating/accounts/transfer-ownership.ts'
import { count, size } from '../operating/progress.ts'
import { StartError } from '../start-error.ts'
import { type Command, runCommand } from './run-command.ts'

interface Task {
  usage: string
  argCount: number
  run: (command: Command, args: string[], options: { yes: boolean }) => Promise<void>
}

/** What an operator can do with accounts. To add a task, add an entry here. */
const tasks: Record<string, Task> = {
  list: { usage: 'list', argCount: 0, run: list },
  remove: { usage: 'remove EMAIL [--yes]', argCount: 1, run: remove },
  'reset-password': { usage: 'reset-password EMAIL', argCount: 1, run: printReset },
  'hand-over': { usage: 'hand-over TRIP EMAIL', argCount: 2, run: transferTrip },
}
const USAGE = `Usage: npm run admin -- ${Object.values(tasks)
  .map(({ usage }) => usage)
  .join(' | ')}`

const clock = () => new Date()

await runCommand(async (command) => {
  const [name = '', ...words] = command.args
  const args = words.filter((word) => word !== '--yes')
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined
  if (!task || args.length !== task.argCount) throw new StartError(USAGE)
  await task.run(command, args, { yes: args.length < words.length })
})

async function list({ settings, print }: Command): Promise<void> {
  const { accounts, all } = await withInstallation(settings, clock, ({ db }) => listAccounts(db))
  const minutes = (at: string | undefined) => at?.slice(0, 16).replace('T', ' ') ?? '-'
  const rows = accounts.map((account) => [
    account.email,
    account.name,
    minutes(account.created_at),
    minutes(account.seen_at),
    count(account.trips),
    count(account.documents),
    size(account.document_bytes),
    size(account.plan_bytes),
  ])
  const headings = [
    'E-mail',
    'Name',
    'Made (UTC)',
    'Last seen',
    'Trips',
    'Documents',
    'Their size',
    'Plans with history',
  ]
  for (const line of aligned([headings, ...rows])) print(line)
  print('')
  print(`${count(all.accounts)} accounts and ${count(all.guests)} guests, ${count(all.trips)} trips`)
  print(
    `${count(all.documents)} documents: ${size(all.document_bytes)}, plans with their history: ${size(all.plan_bytes)}`,
  )
  print(`The database: ${size(all.database_bytes)}`)
}

async function remove({ settings, print }: Command, [email = '']: string[], { yes }: { yes: boolean }): Promise<void> {
  await withInstallation(settings, clock, async (operated) => {
    const removal = await previewRemoval(operated, email)
    for (const line of warningOf(removal)) print(line)
    if (!yes && !(await isSure())) throw new StartError('Nothing was removed.')
    await removeAccount(operated, removal, clock())
    print(`Removed: ${removal.account.email}.`)
  })
}

function warningOf({ account, trips }: Removal): string[] {
  const lines = trips.map(
    ({ id, name, others }) => `  ${id}  ${name}${others > 0 ? `  (${count(others)} others plan it)` : ''}`,
  )
  return [
    `${account.email} (${account.name}) goes, with ${count(trips.length)} trips and all that is in them:`,
    ...lines,
  ]
}

/** @throws StartError if there is no terminal to ask on */
async function isSure(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new StartError('Nothing was removed: add --yes where nobody can be asked.')
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await prompt.question('Remove for good? Type yes: ')).trim().toLowerCase() === 'yes'
  } finally {
    prompt.close()
  }
}

async function transferTrip({ settings, print }: Command, [tripId = '', email = '']: string[]): Promise<void> {
  if (!/^[0-9a-f-]{36}$/i.test(tripId))
    throw new StartError(`'${tripId}' is no trip's id. It stands in the trip's address, behind /trip/.`)
  const { name } = await withInstallation(settings, clock, (operated) =>
    transferOwnership(operated, tripId.toLowerCase(), email, clock()),
  )
  print(`'${name}' belongs to ${email} now. Who owned it is an organizer.`)
}

async function printReset({ settings, print }: Command, [email = '']: string[]): Promise<void> {
  const secret = await withInstallation(settings, clock, async ({ db }) => {
    const account = await requireAccount(db, email)
    if (isDemoAccount(account)) throw new StartError('The demo account keeps its password: everybody knows it.')
    return makeReset(db, account.id, clock())
  })
  const { publicUrl } = settings
  print(
    `By this link ${email} chooses another password. It works once, within ${RESET_HOURS} hours. Give it to nobody else:`,
  )
  print(resetLink(publicUrl?.origin ?? '', secret))
  if (!publicUrl) print('In front of it belongs the address at which people open Wayfare (PUBLIC_URL is not set).')
}

function aligned(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
