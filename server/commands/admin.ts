import { createInterface } from 'node:readline/promises'
import { isDemoAccount } from '#domain/demo-account.ts'
import { resetLink } from '#domain/sign-in-links.ts'
import * as m from '#messages'
import { makeReset, RESET_HOURS } from '../accounts/password-resets.ts'
import { createAccount } from '../operating/accounts/create-account.ts'
import { listAccounts } from '../operating/accounts/list-accounts.ts'
import { requireAccount, withInstallation } from '../operating/accounts/operated.ts'
import { previewRemoval, type Removal, removeAccount } from '../operating/accounts/remove-account.ts'
import { transferOwnership } from '../operating/accounts/transfer-ownership.ts'
import { count, size } from '../operating/progress.ts'
import { StartError } from '../settings/start-error.ts'
import { type Command, runCommand } from './run-command.ts'

interface Task {
  usage: () => string
  argCount: number
  run: (command: Command, args: string[], options: { yes: boolean }) => Promise<void>
}

/** What an operator can do with accounts. To add a task, add an entry here. */
const tasks: Record<string, Task> = {
  list: { usage: () => m.operating_admin_usage_list(), argCount: 0, run: list },
  create: { usage: () => m.operating_admin_usage_create(), argCount: 2, run: create },
  remove: { usage: () => m.operating_admin_usage_remove(), argCount: 1, run: remove },
  'reset-password': { usage: () => m.operating_admin_usage_reset_password(), argCount: 1, run: printReset },
  'transfer-ownership': { usage: () => m.operating_admin_usage_transfer_ownership(), argCount: 2, run: transferTrip },
}
/** The word that confirms a removal. */
const YES = 'yes'

const clock = () => new Date()

await runCommand(async (command) => {
  const [name = '', ...words] = command.args
  const args = words.filter((word) => word !== '--yes')
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined
  if (!task || args.length !== task.argCount) throw new StartError(usageOfAll())
  await task.run(command, args, { yes: args.length < words.length })
})

function usageOfAll(): string {
  const usages = Object.values(tasks).map(({ usage }) => usage())
  return m.operating_admin_usage({ tasks: usages.join(' | ') })
}

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
    m.operating_admin_list_column_email(),
    m.operating_admin_list_column_name(),
    m.operating_admin_list_column_created(),
    m.operating_admin_list_column_last_seen(),
    m.operating_admin_list_column_trips(),
    m.operating_admin_list_column_documents(),
    m.operating_admin_list_column_document_size(),
    m.operating_admin_list_column_plan_size(),
  ]
  for (const line of aligned([headings, ...rows])) print(line)
  print('')
  print(m.operating_admin_list_accounts_total({ accounts: all.accounts, guests: all.guests, trips: all.trips }))
  const [documents_size, plans_size] = [size(all.document_bytes), size(all.plan_bytes)]
  print(m.operating_admin_list_sizes_total({ documents: all.documents, documents_size, plans_size }))
  print(m.operating_admin_list_database_size({ size: size(all.database_bytes) }))
}

async function create({ settings, print }: Command, [email = '', name = '']: string[]): Promise<void> {
  const created = await withInstallation(settings, clock, (operated) => createAccount(operated, email, name, clock()))
  print(m.operating_admin_create_link({ email: created.email, name: created.name, hours: RESET_HOURS }))
  printResetLink(settings, created.secret, print)
}

async function remove({ settings, print }: Command, [email = '']: string[], { yes }: { yes: boolean }): Promise<void> {
  await withInstallation(settings, clock, async (operated) => {
    const removal = await previewRemoval(operated, email)
    for (const line of warningOf(removal)) print(line)
    if (!yes && !(await isSure())) throw new StartError(m.operating_admin_remove_cancelled())
    await removeAccount(operated, removal, clock())
    print(m.operating_admin_remove_done({ email: removal.account.email }))
  })
}

function warningOf({ account, trips }: Removal): string[] {
  const lines = trips.map(
    ({ id, name, others }) =>
      `  ${id}  ${name}${others > 0 ? `  (${m.operating_admin_remove_trip_others({ count: others })})` : ''}`,
  )
  const { email, name } = account
  return [m.operating_admin_remove_warning({ email, name, trips: trips.length }), ...lines]
}

/** @throws StartError if there is no terminal to ask on */
async function isSure(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new StartError(m.operating_admin_remove_add_yes())
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = await prompt.question(m.operating_admin_remove_question({ yes: YES }))
    return answer.trim().toLowerCase() === YES
  } finally {
    prompt.close()
  }
}

async function transferTrip({ settings, print }: Command, [tripId = '', email = '']: string[]): Promise<void> {
  if (!/^[0-9a-f-]{36}$/i.test(tripId)) throw new StartError(m.operating_admin_transfer_id_invalid({ id: tripId }))
  const { name } = await withInstallation(settings, clock, (operated) =>
    transferOwnership(operated, tripId.toLowerCase(), email, clock()),
  )
  print(m.operating_admin_transfer_done({ trip: name, email }))
}

async function printReset({ settings, print }: Command, [email = '']: string[]): Promise<void> {
  const secret = await withInstallation(settings, clock, async ({ db }) => {
    const account = await requireAccount(db, email)
    if (isDemoAccount(account)) throw new StartError(m.operating_admin_reset_demo_refused())
    return makeReset(db, account.id, clock())
  })
  print(m.operating_admin_reset_link({ email, hours: RESET_HOURS }))
  printResetLink(settings, secret, print)
}

function printResetLink({ publicUrl }: Command['settings'], secret: string, print: Command['print']): void {
  print(resetLink(publicUrl?.origin ?? '', secret))
  if (!publicUrl) print(m.operating_admin_reset_no_public_url())
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
