import type { Principal, Staff } from "~/platform/principal";

const by = (principal: Principal) => ({
  ...{ signIn: undefined, requestId: "one" },
  principal: async () => principal,
});

/** A member of staff. */
export const staffPrincipal: Staff = { kind: "staff", id: "01KSTAFF", name: "Ada Berg" };
/** The scope of a request that she makes. */
export const staffScope = by(staffPrincipal);
/** The scope of a request that anybody makes. */
export const anonymousScope = by({ kind: "anonymous" });
