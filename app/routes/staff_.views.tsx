export { action } from "~/features/staff/queue/views-route.server";
