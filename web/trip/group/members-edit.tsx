import { usePeopleChanges } from '#web/data/trips/people.ts'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Switch } from '#web/ui/switch.tsx'

export function MembersEdit({ tripId, isOn }: { tripId: string; isOn: boolean }) {
  const { error, isBusy, setMembersEdit } = usePeopleChanges(tripId)
  return (
    <Panel title="What members can do">
      <div className="grid gap-3">
        <Switch checked={isOn} busy={isBusy} onChange={setMembersEdit}>
          Members can edit the plan
        </Switch>
        <p className="text-sm text-muted">
          {isOn
            ? 'Everyone on the trip can edit the plan. Only organizers can invite and remove people.'
            : 'Members can read the plan and tick checklist items. Organizers can edit everything.'}
        </p>
        {error !== undefined && <ErrorBox message={error} />}
      </div>
    </Panel>
  )
}
