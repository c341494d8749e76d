export { action } from "~/features/staff/desk/presence-route.server";
