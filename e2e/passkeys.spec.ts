import type { Page } from '@playwright/test'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { createInvitation, joinAsGuest } from './joining.ts'
import { button } from './page-parts.ts'

/* Passkeys, with the authenticator that Chromium simulates. It stays with its page, so each test has a new context. */

/** A device with a fingerprint reader whose owner always touches it. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  type Credential = Parameters<typeof client.send<'WebAuthn.addCredential'>>[1] extends
    | { credential: infer C }
    | undefined
    ? C
    : never
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    list: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    add: (credential: Credential) => client.send('WebAuthn.addCredential', { authenticatorId, credential }),
  }
}

/** Presses "Add a passkey" on the account page. */
async function addOnAccountPage(page: Page, password: string): Promise<void> {
  await button(page, 'Add a passkey').click()
  await page.getByRole('form', { name: 'Add a passkey' }).getByLabel('Your password').fill(password)
  await button(page, 'Continue').click()
}

async function openOtherDeviceDialog(page: Page, username: string): Promise<void> {
  await button(page, username).click()
  await page.getByRole('menuitem', { name: 'Use on another device' }).click()
}

test('an account adds a passkey once per device and signs in with it, also by what the browser suggests', async ({
  openSignedIn,
  person,
}) => {
  const page = await openSignedIn({})
  const device = await addAuthenticator(page)
  await page.goto('/account')
  const why = 'Sign in with your fingerprint, face or screen lock instead of your password.'
  await expect(page.getByText(why)).toBeVisible()
  await addOnAccountPage(page, person.password)
  await expect(page.getByText('Passkey added. You can sign in with it now.')).toBeVisible()
  await expect(page.getByText(/Not used yet\./)).toBeVisible()
  await expectNoAxeFindings(page)
  await addOnAccountPage(page, person.password)
  await expect(page.getByText('This device already has a passkey for you.')).toBeVisible()
  expect(await device.list()).toHaveLength(1)
  await button(page, 'Cancel').click()
  await page.getByRole('button', { name: /^Rename / }).click()
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('My phone')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Rename My phone')).toBeFocused()

  const signOut = async () => {
    await button(page, person.username).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  }
  await test.step('by what the browser suggests at the email field, without a press', async () => {
    const signedIn = page.waitForResponse((answer) => answer.url().endsWith('/auth/v1/token?grant_type=passkey'))
    await signOut()
    expect((await signedIn).status()).toBe(200)
    await expect(button(page, person.username)).toBeVisible()
  })
  await test.step('by a press', async () => {
    // Otherwise they sign in before the button is pressed: the device answers at once.
    await page.evaluate(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await signOut()
    await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('autocomplete', 'username webauthn')
    await button(page, 'Use a passkey').click()
    await expect(button(page, person.username)).toBeVisible()
  })
  await page.goto('/account')
  await expect(page.getByText(/Last used /)).toBeVisible()
  await button(page, 'Remove My phone').click()
  await button(page, 'Remove passkey').click()
  await expect(button(page, 'Remove My phone')).toBeHidden()
})

test.describe('guests', () => {
  test.use({ isSignedIn: true })

  test('secure a trip on one device, each with their own passkey, and are back on a new phone', async ({
    page,
    server,
    createTrip,
    openContext,
    allowConsole,
  }) => {
    allowConsole(/Failed to load resource/)
    const tripId = await createTrip(page, { name: 'To the lake', type: 'car_trip' })
    const phone = { hasTouch: true, viewport: { width: 390, height: 844 } }
    const ana = await (await openContext(phone)).newPage()
    const device = await addAuthenticator(ana)
    await joinAsGuest(ana, `/join/${await createInvitation(page, server, tripId)}`, 'Ana')
    await addAsGuest(ana, 'Ana')
    // Ben joins on the same device, after Ana has signed out.
    const ben = await (await openContext(phone)).newPage()
    const sameDevice = await addAuthenticator(ben)
    for (const credential of await device.list()) await sameDevice.add(credential)
    await joinAsGuest(ben, `/join/${await createInvitation(page, server, tripId)}`, 'Ben')
    await addAsGuest(ben, 'Ben')
    expect(await sameDevice.list()).toHaveLength(2)

    const newPhone = await (await openContext(phone)).newPage()
    const moved = await addAuthenticator(newPhone)
    for (const credential of await device.list()) await moved.add(credential)
    await newPhone.goto(`/join/${await createInvitation(page, server, tripId)}`)
    await button(newPhone, 'I have a passkey').click()
    await button(newPhone, 'Open the trip').click()
    await expect(newPhone).toHaveURL(`/trip/${tripId}`)
    await expect(button(newPhone, 'Ana')).toBeVisible()
  })
})

/** Adds a passkey in the dialog for other devices: one press. */
async function addAsGuest(page: Page, name: string): Promise<void> {
  await openOtherDeviceDialog(page, name)
  await expect(page.getByRole('heading', { name: 'Secure your access with a passkey' })).toBeVisible()
  await button(page, 'Add a passkey').click()
  await expect(page.getByText('Passkey added. You can sign in with it now.')).toBeVisible()
}
