import type { Principal } from "~/platform/principal";

const by = (principal: Principal) => ({ principal: async () => principal });

/** The scope of a request that a member of staff makes. */
export const staffScope = by({ kind: "staff", id: "01KSTAFF", name: "Ada Berg" });
/** The scope of a request that anybody makes. */
export const anonymousScope = by({ kind: "anonymous" });
