# A sample of the language.
<# and a comment
of several lines #>
param(
    [Parameter(Mandatory = $true)]
    [string]$Name = "none",
    [int]$Limit = 0x1F
)
using namespace System.Text
$global:total = 1
$names = @{ one = 1; "two" = 2 }
$list = @(1, 2, 3)
$text = "a $Name and $($list.Count + 1)" + 'single'

enum Kind {
    Small = 1
    Large
}

class Point : Base {
    [int]$X
    hidden [string]$Text = "x"
    static [int] $Count

    Point([int]$x) {
        $this.X = $x
    }

    [int] Area([int]$scale) {
        return $this.X * $scale
    }
}

function Get-Check {
    [CmdletBinding()]
    param([int]$Value, [switch]$Quiet)
    begin { $counter = 0 }
    process {
        if ($Value -gt 3 -and -not $Quiet) {
            return $null
        } elseif ($Value -eq 1) {
            $counter++
        } else {
            throw "bad $Value"
        }
        for ($i = 0; $i -lt $Limit; $i += 1) {
            if ($i % 2) { continue }
            Write-Output $i
        }
        foreach ($item in $list) {
            Write-Host $item -ForegroundColor Red
        }
        while ($counter -gt 0) {
            $counter -= 1
            break
        }
        do {
            $counter = $counter + 1
        } while ($counter -lt 3)
        switch ($Value) {
            1 { "one" }
            { $_ -gt 5 } { "large" }
            default { "other" }
        }
        try {
            Get-Item $Name -ErrorAction Stop
        } catch [System.Exception] {
            Write-Error $_.Message
        } finally {
            $counter = 0
        }
    }
    end { $counter }
}

filter Select-Even { if ($_ % 2 -eq 0) { $_ } }

$block = { param($x) $x * 2 }
& $block 3
$list | Where-Object { $_ -gt 1 } | ForEach-Object { $_.ToString() } > out.txt
[Math]::Max(1, [int]"2")
$point = [Point]::new(1)
$point.Area(2)
$list[0] = $names["one"]
$long = @"
several
lines $Name
"@
$first, $second = 1, 2
Get-Check -Value 1 -Quiet
exit 0
