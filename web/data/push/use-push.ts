import { useState, useSyncExternalStore } from 'react'
import { findPushSupport, pushPermission } from '#web/browser/push.ts'
import { useAsyncAction } from '../react/use-async-action.ts'
import { useQuery } from '../react/use-query.ts'
import { useUser } from '../session/use-session.ts'
import { deviceStorage } from '../storage/web-storage.ts'
import { isPushOn, pushDevices, turnPushOff, turnPushOn } from './push.ts'

/** Pushes on this device, and what the user can change about them. */
export function usePush() {
  const { id } = useUser()
  const { data, error, retry } = useQuery(pushDevices)
  const isOn = useSyncExternalStore(deviceStorage.subscribe, () => isPushOn(id))
  const [permission, setPermission] = useState(pushPermission)
  const [wasDismissed, setWasDismissed] = useState(false)
  const turningOn = useAsyncAction(
    (publicKey: string) => turnPushOn(id, publicKey),
    (answer) => {
      setPermission(answer)
      setWasDismissed(answer === 'default')
    },
  )
  const turningOff = useAsyncAction<void, void>(turnPushOff, () => {})
  return {
    ...{ data, error, retry, turningOn, turningOff, wasDismissed },
    support: findPushSupport(),
    isDenied: permission === 'denied',
    isOn: isOn && permission === 'granted',
  }
}
