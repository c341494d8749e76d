export { default, meta } from "~/features/portal/sign-ins/sign-ins-route";
export { action, loader } from "~/features/portal/sign-ins/sign-ins-route.server";
