export { loader } from "~/features/staff/queue/queue-csv-route.server";
