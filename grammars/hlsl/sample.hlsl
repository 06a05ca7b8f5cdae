// A sample of the language.
#define LIMIT 4
cbuffer Scene
{
    float4x4 view;
    float4 tint;
};

Texture2D<float4> image : register(t0);
SamplerState linear_sampler : register(s0);
RWStructuredBuffer<float> result : register(u1);
static const int count = 3;
groupshared float cache[64];

struct Input
{
    float3 position : POSITION;
    float2 uv : TEXCOORD0;
};

struct Output
{
    float4 position : SV_POSITION;
    nointerpolation float2 uv : TEXCOORD0;
};

float shade(in float3 normal, inout float rest, out float power)
{
    float total = 0;
    power = dot(normal, float3(0, 1, 0));
    if (power < 0 || rest == 2)
    {
        return 0.5f;
    }
    else if (power > 1)
    {
        total += 1;
    }
    [unroll]
    for (int i = 0; i < LIMIT; i++)
    {
        if (i % 2 == 0) continue;
        total += cache[i];
    }
    while (total > 1) { total -= 1; break; }
    do { total++; } while (total < 0);
    switch (count)
    {
        case 1:
            total = 2;
            break;
        default:
            discard;
    }
    return total;
}

Output vertex_main(Input input)
{
    Output output;
    output.position = mul(view, float4(input.position, 1.0));
    output.uv = input.uv;
    return output;
}

float4 pixel_main(Output input) : SV_TARGET
{
    float rest = 1, power;
    float amount = rest > 0 ? shade(input.position.xyz, rest, power) : -1;
    return image.Sample(linear_sampler, input.uv) * tint * amount;
}

[numthreads(8, 8, 1)]
void compute_main(uint3 id : SV_DispatchThreadID)
{
    result[id.x] = cache[id.y];
    GroupMemoryBarrierWithGroupSync();
}
