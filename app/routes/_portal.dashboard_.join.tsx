export { default, meta } from "~/features/portal/dashboard/join-submissions-route";
export { action, loader } from "~/features/portal/dashboard/join-submissions-route.server";
