export { default, meta } from "~/features/staff/reasons/reasons-route";
export { action, loader } from "~/features/staff/reasons/reasons-route.server";
