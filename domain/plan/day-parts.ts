/* The parts of a day: its meals, and the levels and icons of its activities. */

export const mealTypes = ['breakfast', 'lunch', 'dinner'] as const
export type MealType = (typeof mealTypes)[number]

export const levels = ['light', 'hard'] as const
export type Level = (typeof levels)[number]

export const activityIcons = ['MapPin', 'Mountain', 'Coffee', 'Sun', 'Activity', 'Clock'] as const
export type ActivityIcon = (typeof activityIcons)[number]
