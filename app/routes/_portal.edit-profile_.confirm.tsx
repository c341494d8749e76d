export { default, meta } from "~/features/portal/sign-ins/confirm-identity-route";
export { action, loader } from "~/features/portal/sign-ins/confirm-identity-route.server";
