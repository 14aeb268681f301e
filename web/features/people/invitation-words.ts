import * as m from '#messages'

export function joinedText(uses: number, maxUses: number | null): string {
  return maxUses === null
    ? m.group_invitation_joined({ uses })
    : m.group_invitation_joined_of({ uses, max_uses: maxUses })
}

/** Why nobody can join with an invitation any more. */
export const endedText = {
  revoked: m.group_invitation_is_revoked,
  expired: m.group_invitation_is_expired,
  used_up: m.group_invitation_is_used_up,
}
