import { mkdir, mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tripListResponse } from '#domain/api/trips.ts'
import { engines, makeEmptyDatabase } from '#server/testing/engines.ts'
import { addressOf, BuiltServer, type Run } from '#server/testing/server-process.ts'
import { buildRegistration } from '#server/testing/test-app.ts'

let server: BuiltServer
beforeAll(async () => {
  server = await BuiltServer.build()
}, 60_000)
afterAll(() => server.remove())

async function outcomeOf({ ended, output }: Run) {
  const code = await ended
  return { code, ...output }
}
const failedWith = (line: RegExp) => ({
  code: 1,
  stdout: '',
  stderr: expect.stringMatching(new RegExp(`^${line.source}\n$`)),
})

/** Signs up, or signs in to an existing account. Returns the session cookie. */
async function authenticate(address: URL, path: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json', origin: address.origin }
  const answer = await fetch(new URL(path, address), { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

describe.each(engines)("the operator's commands on %s", (engine) => {
  it('back up a running server and restore it with sessions intact', async () => {
    const [from, to] = [await makeEmptyDatabase(engine), await makeEmptyDatabase(engine)]
    const envOf = ({ settings }: typeof from) => ({
      DATA_DIR: settings.dataDir,
      ...(settings.databaseUrl && { DATABASE_URL: settings.databaseUrl }),
    })
    const running = server.start(envOf(from))
    const address = await addressOf(running)
    const cookie = await authenticate(address, '/auth/v1/signup', buildRegistration())
    const trip = { id: '0198c5a0-7b1e-7cc3-9a5e-1f2e3d4c5b6a', name: 'To the lake', type: 'car_trip' }
    const headers = { 'content-type': 'application/json', origin: address.origin, cookie }
    await fetch(new URL('/api/trips', address), { method: 'POST', headers, body: JSON.stringify(trip) })

    const file = join(await mkdtemp(join(server.folder, 'backups-')), 'backup.tar')
    const backedUp = await outcomeOf(server.run('backup', [file], envOf(from)))
    expect(backedUp).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/backup\.tar: [\d,]+ rows and 0 documents, .* kB\.\n$/),
    })

    // The commands run beside the server, as for an operator.
    const admin = (...args: string[]) => outcomeOf(server.run('admin', args, envOf(from)))
    const { stdout: accounts } = await admin('list')
    expect(accounts).toMatch(
      /^Email +Name +Created \(UTC\) +Last seen +Trips +Documents +Document size +Plans with history\n/,
    )
    expect(accounts).toMatch(
      /^demo@wayfare\.example +Demo Camper +(?:\d{4}-\d\d-\d\d \d\d:\d\d +){2}0 +0 +0 bytes +0 bytes$/m,
    )
    const unconfirmed = await admin('remove', 'demo@wayfare.example')
    expect(unconfirmed).toMatchObject({
      code: 1,
      stderr: 'Nothing was removed. Without a terminal to ask on, add --yes to confirm.\n',
    })
    // The running server writes to its database, which may have grown.
    const withoutSize = (list: string) => list.replace(/^Database: .*$/m, '')
    expect(withoutSize((await admin('list')).stdout)).toBe(withoutSize(accounts))
    expect(await admin('remove', 'demo@wayfare.example', '--yes')).toMatchObject({ code: 0, stderr: '' })
    expect((await admin('list')).stdout).not.toContain('demo@wayfare.example')
    const [, email = ''] = /^(robin-\S+) /m.exec(accounts) ?? []
    expect((await admin('transfer-ownership', trip.id, email)).stderr).toMatch(
      /^robin-\S+ already owns the trip 'To the lake'\.\n$/,
    )

    const made = await admin('create', 'Ana@Example.org', 'Ana Lake')
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toMatch(
      /^Created: ana@example\.org \(Ana Lake\)\. .* works once, within 24 hours\. .*\n\/join\/password#\S+\nPut .*\n$/,
    )
    expect((await admin('list')).stdout).toMatch(/^ana@example\.org +Ana Lake +/m)
    const [, secret = ''] = /#(\S+)/.exec(made.stdout) ?? []
    await authenticate(address, '/auth/v1/reset', { secret, password: 'a longer one of mine' })
    expect(await admin('create', 'ana@example.org', 'Ana Lake')).toEqual(
      failedWith(/ana@example\.org already has an account\. .* prints a link to choose a new password\./),
    )

    // The server is still running.
    expect(await outcomeOf(server.run('restore', [file], envOf(from)))).toEqual(
      failedWith(/(DATA_DIR|DATABASE_URL): .*Stop.* first\./),
    )
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
    expect(await outcomeOf(server.run('restore', [file], envOf(from)))).toEqual(
      failedWith(/This installation is not empty: .*/),
    )

    expect(await outcomeOf(server.run('restore', [file], envOf(to)))).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Restored: [\d,]+ rows/),
    })
    const restored = server.start(envOf(to))
    const answer = await fetch(new URL('/api/trips', await addressOf(restored)), { headers: { cookie } })
    expect(tripListResponse.parse(await answer.json()).trips.map(({ name }) => name)).toContain('To the lake')
    restored.child.kill('SIGTERM')
    await restored.ended
    await from.remove()
    await to.remove()
  })
})

it('a failing command prints the reason in one line and exits with code 1', async () => {
  const data = await mkdtemp(join(server.folder, 'data-'))
  const run = (command: string, ...args: string[]) => outcomeOf(server.run(command, args, { DATA_DIR: data }))
  expect(await run('backup')).toEqual(failedWith(/Usage: npm run backup -- FILE \[--overwrite\]/))
  expect(await run('backup', 'backup.tar', '--fast')).toEqual(failedWith(/Usage: .*/))
  expect(await run('backup', 'backup.tar')).toEqual(failedWith(/DATA_DIR: there is no database file .*/))
  expect(await run('backup', 'no/such/folder/backup.tar')).toEqual(
    failedWith(/.*backup\.tar cannot be written: ENOENT.*/),
  )
  expect(await run('restore')).toEqual(failedWith(/Usage: npm run restore -- FILE/))
  expect(await run('restore', 'nothing.tar')).toEqual(failedWith(/.*nothing\.tar does not exist\./))
  await mkdir(join(server.folder, 'a-folder'))
  expect(await run('restore', 'a-folder')).toEqual(failedWith(/.*a-folder is incomplete or not a backup: .*/))
  expect(await run('admin')).toEqual(
    failedWith(
      /Usage: npm run admin -- list \| create EMAIL "FULL NAME" \| remove EMAIL \[--yes\] \| reset-password EMAIL \| transfer-ownership TRIP EMAIL/,
    ),
  )
  // Without quotes, the name is two words.
  expect(await run('admin', 'create', 'ana@example.org', 'Ana', 'Lake')).toEqual(failedWith(/Usage: .*/))
  expect(await run('admin', 'remove', '--yes')).toEqual(failedWith(/Usage: .*/))
  expect(await run('admin', 'transfer-ownership', 'To the lake', 'ana@example.org')).toEqual(
    failedWith(/'To the lake' is not a trip ID\. .*/),
  )
  expect(await run('admin', 'list')).toEqual(failedWith(/DATA_DIR: there is no database file .*/))
  expect(await run('move')).toEqual(failedWith(/Usage: npm run move -- --to postgres:\/\/.*/))
  expect(await run('move', '--to', 'mysql://db')).toEqual(failedWith(/DATABASE_URL should be an address like .*/))
  expect(await run('move', '--to', 'postgres://db/wayfare')).toEqual(
    failedWith(/DATA_DIR: there is no database file .*/),
  )
  expect(await readdir(data)).toEqual([])
})
