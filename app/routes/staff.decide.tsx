export { clientAction, default, meta } from "~/features/staff/queue/decide-route";
export { action, loader } from "~/features/staff/queue/decide-route.server";
