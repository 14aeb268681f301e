import { Fingerprint, Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { MAX_PASSWORD } from '#domain/api/auth.ts'
import { MAX_PASSKEY_NAME, type Passkey, type PasskeysResponse } from '#domain/api/passkeys.ts'
import * as m from '#messages'
import {
  canUsePasskeys,
  loadWebauthn,
  useAddingPasskey,
  usePasskeys,
  useRemovingPasskey,
  useRenamingPasskey,
} from '#web/data/session/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { prefetch } from '#web/ui/loading/import-with-retry.ts'
import { momentOf } from '#web/ui/moment-of.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useWrongField } from '#web/ui/use-wrong-field.ts'

/**
 * The user's passkeys, and the way to add one.
 * @param email of an account, whose password is asked; null for a guest, who has none
 */
export function Passkeys({ email, what }: { email: string | null; what: string }) {
  const { data, error } = usePasskeys()
  const [isAdded, setIsAdded] = useState(false)
  return (
    <div className="grid grid-cols-1 gap-3">
      <p>{what}</p>
      {error !== undefined && <ErrorBox message={error} />}
      {!data && error === undefined && <p className="text-muted">{m.common_loading()}</p>}
      {data && (
        <>
          <ul className="grid empty:hidden">
            {data.passkeys.map((each) => (
              <PasskeyRow key={each.id} passkey={each} host={data.host} onRemoved={() => setIsAdded(false)} />
            ))}
          </ul>
          <Adding email={email} unavailable={data.unavailable} isDone={isAdded} onDone={setIsAdded} />
        </>
      )}
    </div>
  )
}

interface AddingProps extends Pick<PasskeysResponse, 'unavailable'> {
  email: string | null
  /** Whether the last one was added a moment ago. */
  isDone: boolean
  onDone: (isDone: boolean) => void
}

function Adding({ email, unavailable, isDone, onDone }: AddingProps) {
  const [asksPassword, setAsksPassword] = useState(false)
  const addButton = useFocusOnClose(asksPassword)
  const { send, isPending, error, reset } = useAddingPasskey(() => {
    setAsksPassword(false)
    onDone(true)
  })
  const { form, errorOf, isAtField } = useWrongField(error)
  if (unavailable === 'address') return <p className="text-sm text-muted">{m.passkeys_need_name()}</p>
  if (unavailable === 'insecure') return <p className="text-sm text-muted">{m.passkeys_need_https()}</p>
  if (!canUsePasskeys()) return <p className="text-sm text-muted">{m.passkeys_not_in_browser()}</p>

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isPending) send({ password: String(new FormData(event.currentTarget).get('password')) })
  }
  function begin() {
    onDone(false)
    if (email !== null) setAsksPassword(true)
    else if (!isPending) send({})
  }
  const failure = error && !isAtField && <ErrorBox message={error.message || m.passkeys_not_made()} />
  return (
    <div className="grid grid-cols-1">
      {asksPassword && email !== null ? (
        <form ref={form} aria-label={m.passkeys_add()} className="grid grid-cols-1 gap-3" onSubmit={submit}>
          <input type="hidden" name="email" autoComplete="username" value={email} />
          <PasswordField
            label={m.passkeys_password()}
            name="password"
            error={errorOf('password')}
            required
            autoFocus
            maxLength={MAX_PASSWORD}
            autoComplete="current-password"
          />
          {failure}
          <Buttons
            onCancel={() => {
              setAsksPassword(false)
              reset()
            }}
          >
            <Button type="submit" busy={isPending}>
              {isPending ? m.passkeys_adding() : m.passkeys_continue()}
            </Button>
          </Buttons>
        </form>
      ) : (
        <div className="grid grid-cols-1 justify-items-start gap-3">
          {failure}
          <Button
            ref={addButton}
            variant="quiet"
            busy={isPending}
            onPointerEnter={() => prefetch(loadWebauthn)}
            onFocus={() => prefetch(loadWebauthn)}
            onClick={begin}
          >
            <Fingerprint aria-hidden="true" className="size-5" />
            {isPending ? m.passkeys_adding() : m.passkeys_add()}
          </Button>
        </div>
      )}
      {/* Always there, so that it is announced. */}
      <p role="status" className="text-sm text-good not-empty:mt-3">
        {isDone && m.passkeys_added()}
      </p>
    </div>
  )
}

function PasskeyRow({ passkey, host, onRemoved }: { passkey: Passkey; host: string; onRemoved: () => void }) {
  const { id, name, created_at, used_at } = passkey
  const [shown, setShown] = useState<'name' | 'removal'>()
  const renameButton = useFocusOnClose(shown !== undefined)
  const close = () => setShown(undefined)
  return (
    <li className="grid max-w-none grid-cols-1 gap-2 border-t border-line py-2 first:border-t-0">
      {shown === 'name' ? (
        <Renaming id={id} name={name} onClose={close} />
      ) : (
        <div className="flex items-center gap-1">
          <div className="min-w-0 flex-1">
            <p className="font-semibold wrap-anywhere">{name}</p>
            <p className="flex flex-wrap gap-x-1 text-sm text-muted">
              <span>{m.passkeys_made({ made: momentOf(created_at) })}</span>{' '}
              <span>{used_at === null ? m.passkeys_never_used() : m.passkeys_used({ used: momentOf(used_at) })}</span>
            </p>
            {passkey.host !== host && (
              <p className="text-sm wrap-anywhere text-warn">{m.passkeys_elsewhere({ host: passkey.host })}</p>
            )}
          </div>
          {/* They keep their place beside the question, so that the lines stay the same. */}
          <div inert={shown === 'removal'} className="flex gap-1 inert:opacity-0">
            <IconButton
              ref={renameButton}
              icon={Pencil}
              label={m.passkeys_rename({ name })}
              onClick={() => setShown('name')}
            />
            <IconButton
              icon={Trash2}
              tone="danger"
              label={m.passkeys_remove({ name })}
              onClick={() => setShown('removal')}
            />
          </div>
        </div>
      )}
      {shown === 'removal' && <Removal id={id} name={name} onClose={close} onRemoved={onRemoved} />}
    </li>
  )
}

function Renaming({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { send, isPending, error } = useRenamingPasskey(onClose)
  const { form, errorOf, isAtField } = useWrongField(error)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isPending) send({ id, name: String(new FormData(event.currentTarget).get('name')) })
  }
  return (
    <form ref={form} aria-label={m.passkeys_name()} className="grid grid-cols-1 gap-3" onSubmit={submit}>
      <TextField
        label={m.passkeys_name()}
        name="name"
        defaultValue={name}
        error={errorOf('name')}
        required
        autoFocus
        pattern=".*\S.*"
        maxLength={MAX_PASSKEY_NAME}
        autoComplete="off"
      />
      {error && !isAtField && <ErrorBox message={error.message || m.passkeys_not_changed()} />}
      <Buttons onCancel={onClose}>
        <Button type="submit" busy={isPending}>
          {m.common_save()}
        </Button>
      </Buttons>
    </form>
  )
}

interface RemovalProps {
  id: string
  name: string
  onClose: () => void
  onRemoved: () => void
}

function Removal({ id, name, onClose, onRemoved }: RemovalProps) {
  const { send, isPending, error } = useRemovingPasskey(() => {
    onClose()
    onRemoved()
  })
  const question = useId()
  return (
    <div className="grid grid-cols-1 gap-3">
      <p id={question} className="wrap-anywhere">
        {m.passkeys_remove_what({ name })}
      </p>
      {error && <ErrorBox message={error.message || m.passkeys_not_changed()} />}
      <Buttons onCancel={onClose}>
        <Button variant="danger" aria-describedby={question} busy={isPending} autoFocus onClick={() => send(id)}>
          {m.passkeys_remove_submit()}
        </Button>
      </Buttons>
    </div>
  )
}

/** Focuses a button when the fields are closed that had replaced it. */
function useFocusOnClose(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return button
}

function Buttons({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="quiet" onClick={onCancel}>
        {m.common_cancel()}
      </Button>
      {children}
    </div>
  )
}
