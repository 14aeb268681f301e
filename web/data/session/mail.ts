import type { Recovery } from '#domain/api/mail.ts'
import { request } from '../http/http.ts'
import { useAsyncAction } from '../react/use-async-action.ts'
import { useQuery } from '../react/use-query.ts'
import { BETA } from './beta.ts'

/** Whether this installation sends mail; undefined until the server answers. Retries until it does. */
export function useSendsMail(): boolean | undefined {
  return useQuery(BETA).data?.sends_mail
}

/** Requests a link for a forgotten password. Calls `onDone` even if no account has the address. */
export function useRecovery(onDone: (email: string) => void) {
  return useAsyncAction(async (email: string) => {
    const body: Recovery = { email }
    await request('/auth/v1/recover', { method: 'POST', body })
    return email
  }, onDone)
}
