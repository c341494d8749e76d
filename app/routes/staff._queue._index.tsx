export { default, meta } from "~/features/staff/queue/queue-index";
