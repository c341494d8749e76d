export { default, meta } from "~/features/portal/dashboard/continue-draft-route";
export { action } from "~/features/portal/dashboard/continue-draft-route.server";
