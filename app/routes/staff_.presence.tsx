export { action, loader } from "~/features/staff/desk/presence-route.server";
