#version 450 core
#extension GL_ARB_shading : enable
// A sample of the language.

layout(location = 0) in vec3 position;
layout(location = 1) in vec2 uv;
layout(location = 0) out vec4 color;
uniform sampler2D image;
uniform mat4 view[2];
flat in int kind;

layout(std140, binding = 2) uniform Block {
    vec4 tint;
    float scale;
} block;

struct Light {
    vec3 direction;
    float power;
};

const int LIMIT = 4;
shared float cache[LIMIT];

#define SQUARE(x) ((x) * (x))

float shade(in vec3 normal, inout Light light, out float rest) {
    float total = 0.0;
    rest = dot(normal, light.direction);
    if (rest < 0.0 || kind == 2) {
        return 0.5;
    } else if (rest > 1.0) {
        total += 1.0;
    } else {
        total = -total;
    }
    for (int i = 0; i < LIMIT; i++) {
        if (i % 2 == 0) continue;
        total += cache[i] * float(i);
    }
    while (total > 1.0) {
        total -= 1.0;
        break;
    }
    do { total += 0.1; } while (total < 0.0);
    switch (kind) {
        case 1:
            total = 2.0;
            break;
        default:
            discard;
    }
    return total;
}

void main() {
    Light light = Light(vec3(0.0, 1.0, 0.0), 2.0);
    float rest;
    vec4 texel = texture(image, uv.xy);
    float amount = kind > 0 ? shade(position, light, rest) : SQUARE(2.0);
    color = texel * block.tint * amount;
    gl_Position = view[0] * vec4(position, 1.0);
}
