export { action, loader } from "~/features/staff/queue/views-route.server";
