export { default, meta } from "~/features/staff/incidents/incidents-route";
export { action, loader } from "~/features/staff/incidents/incidents-route.server";
