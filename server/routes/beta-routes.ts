import { Hono } from 'hono'
import type { BetaResponse } from '#domain/api/auth.ts'
import { findDemoAccount } from '../accounts/demo-account.ts'
import { countBetaUsers } from '../accounts/profiles.ts'
import type { AppEnv } from '../http/context.ts'
import type { AppDeps } from './app-deps.ts'

/** What the sign-in page shows to everybody: the number of beta users, and the demo account if there is one. */
export function betaRoutes({ db, settings }: AppDeps): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/', async (c) => {
    const [beta_users, demo] = await Promise.all([countBetaUsers(db), settings.demo ? findDemoAccount(db) : null])
    return c.json<BetaResponse>({
      beta_users,
      demo,
      share_without_sign_in: settings.shareWithoutSignIn,
      sends_mail: settings.mail !== undefined,
      sign_ups: settings.signUps,
    })
  })
}
