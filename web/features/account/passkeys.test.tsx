import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Passkey, PasskeysResponse } from '#domain/api/passkeys.ts'
import type { User } from '#domain/person.ts'
import { newId } from '#web/data/new-id.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { session } from '#web/data/root/session.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { ROBIN, responses, showPage } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectTexts, press, sidewaysScroll, type } from '#web/testing/screen.ts'
import { OtherDeviceDialog } from './other-device-dialog.tsx'
import { Passkeys } from './passkeys.tsx'

const PASSKEYS = '/auth/v1/passkeys'
const CREATION = `${PASSKEYS}/creation`
const GUEST: User = { ...ROBIN, id: newId(), username: 'Ana', full_name: 'Ana', email: null, is_beta_user: false }

const rows = page.getByRole('listitem')
const row = (name: string) => rows.filter({ hasText: name })
const add = button('Add a passkey')
const password = page.getByLabelText('Your password')
const newName = page.getByRole('textbox', { name: 'Name of the passkey' })
const added = page.getByText('Passkey added. You can sign in with it now.')
const alert = page.getByRole('alert')

const passkeyNamed = (name: string, more: Partial<Passkey> = {}): Passkey => ({
  id: newId(),
  name,
  host: 'localhost',
  created_at: '2026-07-01T12:00:00.000Z',
  used_at: null,
  ...more,
})

/** What the server has, and what it was sent. */
let stored: Passkey[]
let sent: [string, unknown][]
/** What the server refuses next, by method and path. */
const refusals = new Map<string, { status: number; error: { code: string; message: string; at?: string } }>()

let isOffline: boolean

beforeEach(() => {
  isOffline = false
  stored = []
  sent = []
  refusals.clear()
  queryCache.forgetPerson()
  const answer = window.fetch
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const name = `${init?.method ?? 'GET'} ${String(input)}`
    if (name !== `GET ${PASSKEYS}`) sent.push([name, init?.body ? JSON.parse(String(init.body)) : undefined])
    if (isOffline) throw new TypeError('Failed to fetch')
    const refusal = refusals.get(name)
    return refusal ? Response.json({ error: refusal.error }, { status: refusal.status }) : answer(input, init)
  })
  return () => vi.unstubAllGlobals()
})

/** What this device does when it is asked to make a passkey. */
const makesOne = async () =>
  ({
    id: 'AQID',
    rawId: new Uint8Array([1, 2, 3]).buffer,
    type: 'public-key',
    response: { attestationObject: new ArrayBuffer(4), clientDataJSON: new ArrayBuffer(4) },
    getClientExtensionResults: () => ({}),
  }) as never
const fails = (name: string) => async () => {
  throw new DOMException('', name)
}

interface Options {
  passkeys?: Passkey[]
  email?: string | null
  unavailable?: PasskeysResponse['unavailable']
  create?: () => Promise<never>
}

function answerFor({ passkeys = [], unavailable = null, create = makesOne }: Omit<Options, 'email'> = {}): void {
  stored = passkeys
  vi.spyOn(navigator.credentials, 'create').mockImplementation(create)
  responses.set(PASSKEYS, async (_body, _query, method) => {
    if (method === 'GET') return { unavailable, host: 'localhost', passkeys: stored } satisfies PasskeysResponse
    const made = passkeyNamed('Chrome on Android')
    stored = [made, ...stored]
    return made
  })
  responses.set(CREATION, async () => ({
    challenge: 'AAAA',
    rp: { name: 'Wayfare', id: 'localhost' },
    user: { id: 'AAAA', name: 'robin', displayName: 'Robin' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  }))
  for (const { id } of passkeys)
    responses.set(`${PASSKEYS}/${id}`, async (body, _query, method) => {
      const { name } = (body ?? {}) as { name?: string }
      stored = stored.flatMap((each) => {
        if (each.id !== id) return [each]
        return method === 'DELETE' ? [] : [{ ...each, name: name ?? each.name }]
      })
      return null
    })
}

async function openPasskeys({ email = 'robin@example.org', ...options }: Options = {}): Promise<void> {
  answerFor(options)
  showPage(
    <main>
      <h1>Your account</h1>
      <Passkeys email={email} what="Sign in without your password." />
    </main>,
  )
  await expect.element(page.getByText('Sign in without your password.')).toBeVisible()
}

test('the first one of an account is added after its password', async () => {
  await openPasskeys()
  await expect.element(add).toBeVisible()
  await expectCount(rows, 0)
  await expectNoAxeFindings()
  await add.click()
  await expect.element(password).toHaveFocus()
  await expectNoAxeFindings()
  await type('pine-needles')
  await press('Enter')
  await expect.element(added).toBeVisible()
  await expect.element(add).toHaveFocus()
  await expectTexts(rows, [/^Chrome on Android ?Added .* Not used yet\.$/])
  expect(sent[0]).toEqual([`POST ${CREATION}`, { password: 'pine-needles' }])
  expect(sent[1]).toEqual([`POST ${PASSKEYS}`, expect.objectContaining({ id: 'AQID', rawId: 'AQID' })])
  // The next one is not said to be there already.
  await add.click()
  await expectCount(added, 0)
})

test('a wrong password is said at its field and stays, and Cancel leads back', async () => {
  const error = { code: 'wrong_credentials', message: 'This password isn’t correct.', at: 'password' }
  refusals.set(`POST ${CREATION}`, { status: 401, error })
  await openPasskeys()
  await add.click()
  await type('birch-leaves')
  await press('Enter')
  await expect.element(password).toHaveAccessibleDescription('This password isn’t correct.')
  await expect.element(password).toHaveFocus()
  await expect.element(password).toHaveValue('birch-leaves')
  await expectCount(alert, 0)
  await expectNoAxeFindings()
  await button('Cancel').click()
  await expect.element(add).toHaveFocus()
  expect(navigator.credentials.create).not.toHaveBeenCalled()
})

test('a guest adds one by one press, without a password', async () => {
  await openPasskeys({ email: null })
  await add.click()
  await expect.element(added).toBeVisible()
  await expect.element(add).toHaveFocus()
  await expectCount(password, 0)
  expect(sent[0]).toEqual([`POST ${CREATION}`, {}])
})

test.each([
  ['NotAllowedError', 'No passkey was added. Try again, or use another device.'],
  ['InvalidStateError', 'This device already has a passkey for you.'],
])('what the device refuses as %s is said, and nothing is stored', async (name, sentence) => {
  await openPasskeys({ email: null, create: fails(name) })
  await add.click()
  await expect.element(alert).toHaveTextContent(sentence)
  await expectNoAxeFindings()
  expect(sent.map(([request]) => request)).toEqual([`POST ${CREATION}`])
  await expectCount(rows, 0)
})

test('more than the maximum, after a merge, are all listed, and the refusal says what to do', async () => {
  const message = 'You have 21 passkeys, and the maximum is 20. Remove those you don’t use, then try again.'
  refusals.set(`POST ${CREATION}`, { status: 409, error: { code: 'passkeys_full', message } })
  await openPasskeys({ email: null, passkeys: Array.from({ length: 21 }, (_, at) => passkeyNamed(`Phone ${at}`)) })
  await expectCount(rows, 21)
  await add.click()
  await expect.element(alert).toHaveTextContent(message)
})

test('each says when it was added and used, and if it works elsewhere only', async () => {
  await page.viewport(390, 844)
  const long = `${'My very old phone with a long name '.repeat(2)}and-one-word-without-any-space`
  await openPasskeys({
    passkeys: [
      passkeyNamed('Chrome on Android', { used_at: '2026-07-02T09:30:00.000Z' }),
      passkeyNamed(long.slice(0, 60)),
      passkeyNamed('Laptop', { host: 'a-name-as-long-as-names-of-hosts-can-be.trips.example.org' }),
    ],
  })
  await expectTexts(rows, [
    /Added Jul 1.* Last used Jul 2/,
    /Not used yet\.$/,
    /Works only at a-name-as-long-as-names-of-hosts-can-be\.trips\.example\.org\.$/,
  ])
  expect(sidewaysScroll()).toBe(0)
  for (const each of page.getByRole('button').elements()) {
    const { height, width } = each.getBoundingClientRect()
    expect(Math.min(height, width)).toBeGreaterThanOrEqual(44)
  }
  await expectNoAxeFindings()
})

test('one is renamed, and a name that was refused stays in the field', async () => {
  const [phone, laptop] = [passkeyNamed('Chrome on Android'), passkeyNamed('Laptop')]
  await openPasskeys({ passkeys: [phone, laptop] })
  await button('Rename Chrome on Android').click()
  await expect.element(newName).toHaveFocus()
  await expect.element(newName).toHaveValue('Chrome on Android')
  await expectNoAxeFindings()
  const request = `PATCH ${PASSKEYS}/${phone.id}`
  refusals.set(request, { status: 404, error: { code: 'passkey_not_found', message: 'This passkey is gone.' } })
  await newName.fill('My phone')
  await press('Enter')
  await expect.element(alert).toHaveTextContent('This passkey is gone.')
  await expect.element(newName).toHaveValue('My phone')
  refusals.clear()
  await button('Save').click()
  await expect.element(button('Rename My phone')).toHaveFocus()
  expect(sent.at(-1)).toEqual([request, { name: 'My phone' }])
  await button('Rename Laptop').click()
  await button('Cancel').click()
  await expect.element(button('Rename Laptop')).toHaveFocus()
  await expectTexts(rows, [/^My phone/, /^Laptop/])
})

test('one is removed after a question', async () => {
  const [phone, laptop] = [passkeyNamed('Phone'), passkeyNamed('Laptop')]
  await openPasskeys({ passkeys: [phone, laptop] })
  await button('Remove Phone').click()
  await expect.element(page.getByText('Remove “Phone”? You won’t be able to sign in with it.')).toBeVisible()
  await expectNoAxeFindings()
  await button('Cancel').click()
  await expect.element(button('Rename Phone')).toHaveFocus()
  expect(sent).toEqual([])

  await button('Remove Phone').click()
  const request = `DELETE ${PASSKEYS}/${phone.id}`
  refusals.set(request, { status: 403, error: { code: 'helped_session', message: 'An organizer let you in here.' } })
  await button('Remove passkey').click()
  await expect.element(alert).toHaveTextContent('An organizer let you in here.')
  await expect.element(row('Phone')).toBeVisible()
  refusals.clear()
  await button('Remove passkey').click()
  await expectTexts(rows, [/^Laptop/])
  expect(sent.at(-1)).toEqual([request, undefined])
  // The keyboard stays in the list.
  await expect.poll(() => rows.element().contains(document.activeElement)).toBe(true)
})

test('a list that could not be loaded says so, and comes when the server answers', async () => {
  isOffline = true
  await openPasskeys({ passkeys: [passkeyNamed('Laptop')] })
  await expect.element(alert).toHaveTextContent('We couldn’t reach the server. Please check your connection.')
  await expectCount(add, 0)
  isOffline = false
  await expect.element(row('Laptop')).toBeVisible()
  await expectCount(alert, 0)
})

test.each([
  [
    'address',
    /^Passkeys don’t work at a numeric address\. Ask your administrator for an address with a name and https\.$/,
  ],
  ['insecure', /^Passkeys work only where the address begins with https\. Ask your administrator to set it up\.$/],
] as const)(
  'where none can be made (%s), it says why, and those of before can be removed',
  async (unavailable, why) => {
    await openPasskeys({ unavailable, passkeys: [passkeyNamed('Laptop', { host: 'trips.example.org' })] })
    await expect.element(page.getByText(why)).toBeVisible()
    await expectCount(add, 0)
    await expect.element(button('Remove Laptop')).toBeVisible()
    await expectNoAxeFindings()
  },
)

test('a browser without passkeys says so', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  await openPasskeys()
  await expect.element(page.getByText('This browser can’t use passkeys.')).toBeVisible()
  await expectCount(add, 0)
})

test('guests find them with the other ways to use another device; accounts have them on their page', async () => {
  answerFor()
  responses.set('/auth/v1/device-code', async () => ({ code: 'ABCDEFGH', expires_in: 600 }))
  responses.set('/auth/v1/personal-link', async () => ({ made_at: null }))
  const open = async (user: User) => {
    session.enter({ user })
    showPage(<OtherDeviceDialog onClose={() => {}} />)
    await expect.element(dialog()).toBeVisible()
    await expect.element(page.getByRole('status', { name: /^The code is/ })).toBeVisible()
  }
  await open(GUEST)
  const title = page.getByRole('heading', { name: 'Secure your access with a passkey' })
  await expect.element(title).toBeVisible()
  await expect.element(page.getByText(/You don’t need an email address\.$/)).toBeVisible()
  await expect.element(add).toBeVisible()
  await expectNoAxeFindings()
  await open(ROBIN)
  await expectCount(title, 0)
})
