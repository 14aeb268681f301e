import { CircleCheck, User as UserIcon } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { MAX_FULL_NAME, MAX_USERNAME } from '#domain/api/auth.ts'
import type { User } from '#domain/person.ts'
import * as m from '#messages'
import { useProfileChange } from '#web/data/session/account.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useWrongField } from '#web/ui/use-wrong-field.ts'
import { Done } from './done.tsx'

export function ProfileForm({ user }: { user: User }) {
  const [isDone, setDone] = useState(false)
  const { send, isPending, error } = useProfileChange(() => setDone(true))
  const { form, errorOf, isAtField } = useWrongField(error)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    setDone(false)
    if (!isPending) send({ full_name: String(fields.get('full_name')), username: String(fields.get('username')) })
  }

  return (
    <Panel title={m.account_name_title()} icon={UserIcon}>
      <form
        ref={form}
        aria-label={m.account_name_title()}
        className="grid gap-4"
        onSubmit={submit}
        onChange={() => setDone(false)}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={m.account_name_full_label()}
            name="full_name"
            error={errorOf('full_name')}
            defaultValue={user.full_name}
            maxLength={MAX_FULL_NAME}
            autoComplete="name"
            required
          />
          <TextField
            label={m.account_name_username_label()}
            name="username"
            error={errorOf('username')}
            defaultValue={user.username}
            maxLength={MAX_USERNAME}
            autoComplete="nickname"
            required
          />
        </div>
        {error && !isAtField && <ErrorBox message={error.message || m.account_name_failed()} />}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={isPending}>
            {isPending ? m.common_saving() : m.account_name_submit()}
          </Button>
          <Done icon={CircleCheck}>{isDone && m.common_saved()}</Done>
        </div>
      </form>
    </Panel>
  )
}
