export { default, handle, shouldRevalidate } from "~/features/staff/queue/queue-route";
export { loader } from "~/features/staff/queue/queue-route.server";
