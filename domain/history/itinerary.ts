import * as m from '#messages'
import type { Activity, Itinerary, ItineraryDay } from '../plan/itinerary.ts'
import { withoutPlaceholder } from '../templates/placeholders.ts'
import { type ChangeContext, quote, quoteName, type SectionHistory, type Words } from './words.ts'

type OfActivity = Pick<ChangeContext<[object, { activity: string }], unknown>, 'at' | 'within'>

/** The arguments of a message about an activity. */
const activityOf = ({ at: [day = ''], within: [, { activity }] }: OfActivity) => ({
  activity: quoteName('activity', activity),
  day,
})

const activities: Words<Activity[], [Pick<ItineraryDay, 'title'>]> = {
  insert: (said) => m.history_activity_added(activityOf(said)),
  remove: (said) => m.history_activity_removed(activityOf(said)),
  move: ({ at: [day = ''] }) => m.history_activities_moved({ day }),
  each: {
    activity: ({ at: [day = ''], was, to }) => {
      const names = { was: quoteName('activity', was), to: quoteName('activity', to) }
      // Both are without a name.
      if (names.was === names.to) return m.history_activity_changed({ activity: names.to, day })
      return m.history_activity_renamed({ ...names, day })
    },
    time: (said) => m.history_activity_time_changed(activityOf(said)),
    description: (said) => m.history_activity_description_changed(activityOf(said)),
    duration: (said) => m.history_activity_duration_changed(activityOf(said)),
    mapUrl: (said) => m.history_activity_map_changed(activityOf(said)),
    place_id: (said) => m.history_activity_place_changed(activityOf(said)),
    icon: (said) => m.history_activity_icon_changed(activityOf(said)),
  },
}

export const itinerary: SectionHistory<Itinerary> = {
  title: () => m.history_section_itinerary(),
  words: {
    insert: ({ at: [day = ''] }) => m.history_day_added({ day }),
    remove: ({ at: [day = ''] }) => m.history_day_removed({ day }),
    each: {
      title: ({ at: [day = ''], to }) =>
        withoutPlaceholder('day_title', to) === ''
          ? m.history_day_unnamed({ day })
          : m.history_day_renamed({ day, to: quote(to) }),
      light: activities,
      hard: activities,
    },
  },
}
