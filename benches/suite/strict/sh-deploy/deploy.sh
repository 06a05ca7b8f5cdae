#!/bin/bash
# Works out which services have to be started again, and in which order.
set -euo pipefail

declare -A needs=(
    [web]="api cache"
    [api]="db cache"
    [cache]=""
    [db]="disk"
    [disk]=""
    [mail]="db"
)
declare -A version=([web]=3 [api]=7 [cache]=1 [db]=12 [disk]=2 [mail]=4)
changed=(db cache)
order=()
declare -A seen=()

log() {
    local level=$1
    shift
    printf '[%s] %s\n' "$level" "$*" >&2
}

contains() {
    local wanted=$1 it
    shift
    for it in "$@"; do
        if [[ $it == "$wanted" ]]; then
            return 0
        fi
    done
    return 1
}

visit() {
    local service=$1 dependency
    if [[ ${seen[$service]:-} == done ]]; then
        return
    fi
    seen[$service]=done
    for dependency in ${needs[$service]}; do
        visit "$dependency"
    done
    order+=("$service")
}

is_affected() {
    local service=$1 dependency
    if contains "$service" "${changed[@]}"; then
        return 0
    fi
    for dependency in ${needs[$service]}; do
        if is_affected "$dependency"; then
            return 0
        fi
    done
    return 1
}

for service in $(printf '%s\n' "${!needs[@]}" | sort); do
    visit "$service"
done

count=0
total=0
for service in "${order[@]}"; do
    total=$((total + ${version[$service]}))
    if is_affected "$service"; then
        count=$((count + 1))
        case $service in
            db | disk) how=slow ;;
            web) how=rolling ;;
            *) how=fast ;;
        esac
        echo "$count: $service v${version[$service]} ($how)"
    else
        log info "$service stays"
    fi
done

while read -r name size; do
    [[ -n $name ]] || continue
    echo "$name takes ${size%M} of $total"
done <<END
web 120M
db 4000M
END

echo "${#order[@]} services, ${order[0]} first, ${order[-1]} last"
