import * as m from '#messages'
import { usePeopleChanges } from '#web/data/trips/people.ts'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Switch } from '#web/ui/switch.tsx'

export function MembersEdit({ tripId, isOn }: { tripId: string; isOn: boolean }) {
  const { error, isBusy, setMembersEdit } = usePeopleChanges(tripId)
  return (
    <div className="grid gap-3">
      <Switch checked={isOn} busy={isBusy} onChange={setMembersEdit}>
        {m.group_members_edit()}
      </Switch>
      <p className="text-sm text-muted">{isOn ? m.group_members_edit_on() : m.group_members_edit_off()}</p>
      {error !== undefined && <ErrorBox message={error} />}
    </div>
  )
}
